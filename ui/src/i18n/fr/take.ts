import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "Les réponses à une section déjà terminée sont conservées à part.",
  failedToSubmit: "Le test n’a pas pu être remis : {reason}",
  serverUnreachable: "Le serveur est injoignable.",
  failedToStart: "Le test n’a pas pu commencer : {reason}",
  loadingPractice: "Chargement de l’entraînement",
  candidate: "Candidat",
  duration: "Durée",
  questions: "Questions",
  start: "Commencer",
  monitoringRequired:
    "<b>La surveillance vidéo est obligatoire.</b> Votre navigateur demandera l’accès à votre caméra et à votre microphone au début. Pendant le test, les administrateurs peuvent vous voir et vous entendre en direct, et conserver avec votre test des images fixes de votre caméra. La vidéo et le son ne sont pas enregistrés.",
  monitoringWithClips:
    "<b>La surveillance vidéo est obligatoire.</b> Votre navigateur demandera l’accès à votre caméra et à votre microphone au début. Pendant le test, les administrateurs peuvent vous voir et vous entendre en direct, et conserver avec votre test des images fixes de votre caméra. Autour de chaque image fixe et de chaque moment signalé par un administrateur, la vidéo de votre caméra est conservée, sans le son : de 40 secondes au plus avant jusqu’à 30 secondes après. Aucune autre vidéo ni aucun son ne sont enregistrés.",
  clipsAlso: "<b>La vidéo est aussi conservée autour de ces moments :</b> {moments}.",
  momentTabHidden: "quand vous quittez cette page",
  momentFullscreenLeft: "quand vous quittez le plein écran",
  momentPaste: "quand vous collez du texte",
  momentSecondScreen: "quand un second écran est connecté",
  momentCameraLost: "quand votre caméra s’arrête",
  recordedBesides:
    "<b>Ce qui est consigné en plus de vos réponses :</b> la durée d’affichage de chaque question, les moments où vous quittez cette page ou le plein écran, la quantité de texte que vous collez (jamais son contenu), la présence d’un second écran si votre navigateur la signale, les moments où votre caméra est désactivée, et des images fixes de votre caméra. Les administrateurs le voient avec votre résultat et le conservent aussi longtemps que celui-ci. Rien de tout cela ne met fin automatiquement à votre test.",
  opensFullscreen:
    "Ce test s’ouvre en plein écran lorsque c’est possible. Quitter le plein écran est consigné, mais ne met pas fin au test.",
  startTest: "Commencer le test",
  cameraAsked: "Votre navigateur demande l’accès à la caméra. Veuillez lui répondre pour continuer.",
  yourAnswer: "Votre réponse",
  writeAnswerHere: "Écrivez votre réponse ici",
  loadingAnswerField: "Chargement du champ de réponse…",
  clearAnswer: "Effacer la réponse",
  question: "Question {number}",
  markedForLater: "Marquée pour plus tard",
  markForLater: "Marquer pour plus tard",
  passage: "Texte à lire",
  instructions: "Consignes de cette section",
  previous: "Précédent",
  submitTest: "Remettre le test",
  next: "Suivant",
  questionOf: "Question {number} sur {total}",
  allQuestions: "Toutes les questions",
  questionsAnswered: "Questions avec réponse",
  submitQuestion: "Remettre votre test ? Après la remise, vous ne pourrez plus rien modifier.",
  loadingSection: "Chargement de la section",
  timeLeft: "Temps restant",
  connectionLost: "La connexion est interrompue. Vous pouvez continuer ; vos réponses sont conservées.",
  keepsNothing:
    "<b>Ce navigateur ne permet pas à la page de conserver des réponses sur l’ordinateur.</b> Gardez cette page ouverte jusqu’à ce que l’en-tête indique que vos réponses sont enregistrées sur le serveur.",
  notOnServer:
    "<b>Vos dernières réponses ne sont pas encore sur le serveur.</b> {detail} Rien n’est perdu : la page les conserve et continue d’essayer.",
  openElsewhere:
    "<b>Ce test est maintenant ouvert dans un autre navigateur ou sur un autre appareil.</b> Continuez là-bas. Ce que vous écrivez ici est conservé pour le correcteur, mais ne compte pas automatiquement.",
  partFails: "Une partie de cette page ne cesse de rencontrer des erreurs",
  answersKept: "Vos réponses sont conservées. La page continue d’essayer d’elle-même.",
  reload: "Recharger",
  cannotBeLoaded: "Le test ne peut pas être chargé pour le moment",
  staysOpen: "{problem} Cette page reste ouverte et continue d’essayer ; rien n’est perdu.",
  loadingTest: "Chargement du test",
  unableToLoad: "Le test n’a pas pu être chargé : {detail}",
  clockStarts:
    "Le chronomètre démarre avec le test et ne s’arrête pas. Vos réponses sont enregistrées au fil de la saisie, même si votre connexion est coupée. Chaque version de votre réponse est conservée, y compris le texte que vous supprimez.",
  clockStartsTyped:
    "Le chronomètre démarre avec le test et ne s’arrête pas. Vos réponses sont enregistrées au fil de la saisie, même si votre connexion est coupée. Chaque version de votre réponse est conservée, y compris le texte que vous supprimez, ainsi que le moment où vous l’avez saisi.",
  pageTitle: "{title} - Invigil",
  kibUsed: "{used} Kio utilisés sur {limit}",
  overLimit:
    "Une réponse peut contenir au plus {limit} Kio de texte. La dernière modification a été rejetée : raccourcissez le texte et réessayez.",
  minutesLeft: "{count, plural, one {# minute restante} other {# minutes restantes}}",
  minutesLeftInSection:
    "{count, plural, one {# minute restante dans cette section} other {# minutes restantes dans cette section}}",
  keptUntilBack:
    "{place, select, computer {Conservé sur cet ordinateur jusqu’au retour de la connexion} other {Conservé dans cette page seulement jusqu’au retour de la connexion}}",
  keptWhileBusy:
    "{place, select, computer {Conservé sur cet ordinateur tant que le serveur est occupé} other {Conservé dans cette page seulement tant que le serveur est occupé}}",
  keptNotAccepted:
    "{place, select, computer {Conservé sur cet ordinateur, non accepté par le serveur} other {Conservé dans cette page seulement, non accepté par le serveur}}",
  keptBlocked:
    "{place, select, computer {Conservé sur cet ordinateur} other {Conservé dans cette page seulement}} : {count, plural, one {# réponse n’est pas encore sur le serveur} other {# réponses ne sont pas encore sur le serveur}}",
  savedAsTyped: "Vos réponses sont enregistrées au fil de la saisie",
  savedAt: "Enregistré sur le serveur à {time}",
  saving: "Enregistrement…",
  keptAside: "Conservé à part : ce test est ouvert dans un autre navigateur",
  goToNumber: "Aller à la question {number}",
  noCameraAgreed:
    "Vous passez ce test sans caméra, comme convenu. Elle n’est pas demandée, et son absence ne joue pas contre vous.",
} as const satisfies Translation<typeof english>;
