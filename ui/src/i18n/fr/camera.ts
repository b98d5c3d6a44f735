import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "Caméra interrompue",
  cameraProblem: "Problème de caméra",
  faultSaved: "{fault} Le test continue et vos réponses sont enregistrées.",
  turnOnCamera: "Activer la caméra",
  chooseAnother: "En choisir une autre",
  notNow: "Pas maintenant",
  faultContinues: "{fault} Le test continue.",
  waitingForCamera: "En attente de la caméra.",
  cameraOff: "La caméra est désactivée. Vous avez choisi de continuer sans surveillance.",
  watchedLive: "Visible en direct, sans enregistrement",
  howItIsUsed:
    "Pendant le test, les administrateurs peuvent vous voir et vous entendre en direct, et conserver avec votre test des images fixes de votre caméra. La vidéo et le son ne sont pas enregistrés. Sont conservés avec votre résultat, et aussi longtemps que lui : vos réponses, le moment de leur enregistrement, la durée d’affichage de chaque question, et les moments où vous quittez cette page, collez du texte, ou perdez ou changez la caméra.",
  watchedWithClips: "Visible en direct, vidéo conservée autour des signalements",
  usedWithClips:
    "Pendant le test, les administrateurs peuvent vous voir et vous entendre en direct, et conserver avec votre test des images fixes de votre caméra. Autour de chaque image fixe et de chaque moment signalé par un administrateur, la vidéo de votre caméra est conservée, sans le son : de 40 secondes au plus avant jusqu’à 30 secondes après. Aucune autre vidéo ni aucun son ne sont enregistrés. Sont conservés avec votre résultat, et aussi longtemps que lui : vos réponses, le moment de leur enregistrement, la durée d’affichage de chaque question, et les moments où vous quittez cette page, collez du texte, ou perdez ou changez la caméra.",
  camera: "Caméra",
  trialNotWatched: "Un essai n’est pas surveillé.",
  deviceBusy: "« {name} » ne peut pas être utilisé : un autre programme s’en sert peut-être.",
  choose: "Choisir",
  cameraAndMicrophone: "Caméra et microphone",
  choiceRemembered: "Le test continue pendant ce temps. Votre choix est mémorisé dans ce navigateur.",
  done: "Terminé",
  inUse: "Utilisé : {name}",
  yourCamera: "Votre caméra",
  orChooseAnother: "{fault} Vous pouvez aussi en choisir une autre.",
  unplugged: "Votre caméra a été débranchée. Rebranchez-la.",
  stopped: "Votre caméra s’est arrêtée.",
  denied: "Le navigateur bloque la caméra sur cette page.",
  missing: "Aucune caméra n’a été trouvée sur cet ordinateur.",
  busy: "Un autre programme utilise la caméra.",
  insecure: "Les navigateurs ne donnent accès à la caméra que sur les pages sécurisées.",
  failed: "La caméra n’a pas pu être démarrée.",
  fixMissing: "Branchez une caméra, puis réessayez.",
  fixBusy: "Fermez les autres programmes qui utilisent la caméra, comme un appel vidéo, puis réessayez.",
  fixInsecure:
    "Demandez à votre administrateur une adresse qui commence par https:// (le serveur a besoin de TLS ; sa commande « doctor » explique comment faire).",
  fixFailed: "Débranchez et rebranchez la caméra, ou redémarrez le navigateur, puis réessayez.",
  unblockFirefox: "Cliquez sur la caméra barrée à côté de l’adresse, levez le blocage, puis réessayez.",
  unblockSafari:
    "Ouvrez les réglages du site depuis la barre d’adresse, autorisez la caméra et le microphone, puis réessayez.",
  unblock: "Cliquez sur l’icône à gauche de l’adresse, autorisez la caméra et le microphone, puis réessayez.",
  muted:
    "Votre caméra est désactivée : par son cache, une touche ou le système. Ouvrez le cache ou appuyez sur la touche.",
  black: "Votre caméra envoie une image noire. Ouvrez son cache et assurez-vous qu’il y a de la lumière.",
  frozen: "L’image de votre caméra est figée. Débranchez et rebranchez la caméra.",
  faultAndFix: "{fault} {fix}",
  deviceNumber: "{kind} {number}",
  microphone: "Microphone",
} as const satisfies Translation<typeof english>;
