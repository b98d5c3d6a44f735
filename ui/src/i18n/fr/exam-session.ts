import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Votre session d’examen",
  timeNow: "Heure : {time}",
  code: "Présentez ce code à l’entrée :",
  picture: "Le même code pour une caméra",
  roomCode: "Code affiché dans la salle",
  checkIn: "Confirmer ma présence",
  checkedIn: "Votre présence est confirmée depuis {time}.",
  together:
    "Tout le monde commence ensemble. Gardez cette page ouverte : votre test commencera automatiquement.",
  unset: "L’heure de début n’est pas encore fixée.",
  beginsIn: "Votre test commence dans {time}.",
  beginsNow: "Votre test commence maintenant.",
  offline: "La connexion est perdue. Cette page réessaie d’elle-même. Vous gardez tout votre temps.",
  ready: "Vérifiez votre caméra en attendant, pour que rien ne vous retarde.",
  waiting: "Vous êtes dans la salle d’attente. Un surveillant vous fera entrer ; gardez cette page ouverte.",
  waitingMeanwhile: "En attendant, vérifiez votre caméra et lisez ce qui est écrit ici.",
  letIn: "Votre entrée est autorisée.{together, select, yes {} other { Vous pouvez commencer le test.}}",
  identity: "Photos pour confirmer votre identité",
  identityFace:
    "Avant de vous faire entrer, un surveillant vérifie une photo de votre visage. Veuillez la prendre ici.",
  identityBoth:
    "Avant de vous faire entrer, un surveillant compare une photo de votre visage et une photo de votre pièce d’identité. Veuillez prendre les deux ici.",
  identityKept:
    "Seules les personnes autorisées à faire entrer les candidats voient ces photos. Elles sont effacées 24 heures après qu’on vous a fait entrer, ou au plus tard 24 heures après la fin de la session. Elles ne font pas partie de votre résultat.",
  identityAgain: "Un surveillant vous demande de nouvelles photos.",
  identitySent: "Tout est envoyé. Un surveillant vérifie vos photos ; gardez cette page ouverte.",
  facePicture: "Photo de votre visage",
  documentPicture: "Photo de votre pièce d’identité",
  faceHint: "Regardez la caméra, le visage entier et bien éclairé.",
  documentHint:
    "Tenez le côté avec votre photo près de la caméra, de sorte que la photo et votre nom soient bien visibles.",
  cameraOn: "Activer la caméra",
  cameraAgain: "Réessayer avec la caméra",
  takePicture: "Prendre la photo",
  takenFace: "La photo de votre visage que vous avez prise",
  takenDocument: "La photo de votre pièce d’identité que vous avez prise",
  usePicture: "Utiliser cette photo",
  takeAgain: "Reprendre la photo",
  sendAgain: "Renvoyer",
  choosePicture: "Choisir une image",
  pictureSending: "La photo est en cours d’envoi.",
  pictureSent: "Envoyée à {time}.",
  replacePicture: "Remplacer",
  replaceFace: "Remplacer la photo de votre visage",
  replaceDocument: "Remplacer la photo de votre pièce d’identité",
  keepSent: "Garder la photo envoyée",
  withoutCamera:
    "Sans caméra, vous pouvez choisir une image, ou un surveillant peut vérifier votre identité en personne.",
  noPictureYet: "La caméra ne montre pas encore d’image. Veuillez réessayer dans un instant.",
  fileNotRead: "Ce fichier n’a pas pu être lu comme une image. Veuillez en choisir un autre.",
  canvasHidden:
    "Les réglages de confidentialité de ce navigateur empêchent les pages de lire des images. Veuillez l’autoriser pour cette page, ou demandez à un surveillant de vérifier votre identité en personne.",
  pictureNotSent: "La photo n’a pas été envoyée. {reason} Elle est conservée ici : vous pouvez la renvoyer.",
  pictureOffline:
    "Vous êtes hors ligne. La photo est conservée ici : renvoyez-la quand la connexion sera rétablie.",
} as const satisfies Translation<typeof english>;
