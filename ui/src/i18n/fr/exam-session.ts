import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Votre session d’examen",
  code: "Présentez ce code à l’entrée :",
  picture: "Le même code pour une caméra",
  roomCode: "Code affiché dans la salle",
  checkIn: "Confirmer ma présence",
  checkedIn: "Votre présence est confirmée depuis {time}.",
  together: "Tout le monde commence ensemble. Gardez cette page ouverte : votre test commence tout seul.",
  unset: "L’heure de début n’est pas encore fixée.",
  beginsIn: "Votre test commence dans {time}.",
  beginsNow: "Votre test commence maintenant.",
  offline: "La connexion est perdue. Cette page réessaie d’elle-même. Vous gardez tout votre temps.",
  ready: "Vérifiez votre caméra en attendant, pour que rien ne vous retarde.",
  waiting: "Vous êtes dans la salle d’attente. Un surveillant vous fera entrer ; gardez cette page ouverte.",
  waitingMeanwhile: "En attendant, vérifiez votre caméra et lisez ce qui est écrit ici.",
  letIn: "On vous a fait entrer. Vous pouvez commencer le test.",
} as const satisfies Translation<typeof english>;
