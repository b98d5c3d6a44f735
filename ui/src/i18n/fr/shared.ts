import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "Logo de l’entreprise",
  questions: "Des questions ? {contact}",
  typeToConfirm: "Saisissez « {typed} » pour confirmer",
  cannotCopy:
    "Ce navigateur ne permet pas à la page de copier. Sélectionnez le texte et copiez-le à la main.",
  copied: "Copié",
  close: "Fermer",
  tryAgain: "Réessayer",
  nothing: "Rien",
  dayFromTo: "Saisissez un jour du {from} au {to}.",
  dayNotBefore: "Saisissez un jour sous la forme {form}, pas avant le {from}.",
  dayNotAfter: "Saisissez un jour sous la forme {form}, pas après le {to}.",
  dayAs: "Saisissez un jour sous la forme {form}.",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  month: "Mois",
  chooseDay: "Choisir :",
  dayNotAvailable: "Non disponible :",
  cancel: "Annuler",
  language: "Langue",
} as const satisfies Translation<typeof english>;
