import type { Translation } from "../../typed";
import type { controls as english } from "../en/controls";

export const controls = {
  clearSelection: "Effacer la sélection",
  pages: "Pages",
  perPage: "Par page",
  previous: "Précédent",
  page: "Page {number}",
  next: "Suivant",
  close: "Fermer",
  content: "Contenu",
  steps: "Étapes",
  done: "Terminé",
  loadMore: "Charger la suite",
  filters: "Filtres",
  filtersSet: "{count} <b>{count, plural, one {actif} other {actifs}}</b>",
  asTable: "Afficher sous forme de tableau",
  cancel: "Annuler",
  keyboardShortcuts: "Raccourcis clavier",
  typedIsBack: "Ce que vous aviez saisi ici est de retour.",
  compareFirst: "Depuis, une autre personne a enregistré une modification : comparez avant d’enregistrer.",
  discardIt: "Supprimer",
  discardTitle: "Abandonner vos modifications ?",
  keepEditing: "Continuer la modification",
  discardChanges: "Abandonner les modifications",
} as const satisfies Translation<typeof english>;
