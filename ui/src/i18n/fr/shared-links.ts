import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "pas encore notée",
  answer: "Réponse",
  noAnswer: "Aucune réponse",
  soFar: "{score} jusqu’ici, non définitif",
  loading: "Chargement des résultats",
  pageTitle: "{title} | Invigil",
  title: "Résultats partagés | Invigil",
  print: "Imprimer",
  gone: "Ce lien n’est plus valable",
  notLoaded: "Les résultats n’ont pas pu être chargés",
  inConfidence: "Communiqué à titre confidentiel jusqu’au {date}.",
  historyOf: "Historique de {name}",
  historyOfAnswer: "Historique de la réponse à",
  hiddenName: "Nom masqué",
  candidateNumber: "Candidat {number}",
  question: "Question {number}",
} as const satisfies Translation<typeof english>;
