import type { Translation } from "../../typed";
import type { status as english } from "../en/status";

export const status = {
  sent: "Envoyée",
  scheduled: "Planifiée",
  inProgress: "En cours",
  completed: "Terminée",
  expired: "Expirée",
  autoScored: "Noté automatiquement",
  needsReview: "À noter",
  partialReview: "Noté en partie",
  fullyReviewed: "Entièrement noté",
  lateAnswers: "{count, plural, one {# réponse tardive} other {# réponses tardives}}",
  due: "Prévu le {when}",
  dueNow: "Prévu maintenant",
  queued: "En file d’attente",
  beingSent: "En cours d’envoi",
  waitsUntil: "Attend jusqu’au {when}",
  waits: "En attente",
  allWaitUntil: "Tous les e-mails attendent jusqu’au {when}",
  allWait: "Tous les e-mails attendent",
  sentAgainAt: "Non confirmé : nouvel envoi le {when}",
  sentAgainSoon: "Non confirmé : nouvel envoi prochainement",
  refused: "Refusé définitivement",
  givenUp: "Abandonné",
  stillSending: "L’e-mail est en cours d’envoi.",
  mayHaveArrived:
    "Le serveur de messagerie n’a pas confirmé l’e-mail : il est peut-être arrivé et sera renvoyé plus tard.",
} as const satisfies Translation<typeof english>;
