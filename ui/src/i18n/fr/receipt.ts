import type { receipt as english } from "../en/receipt";
import type { Translation } from "../typed";

export const receipt = {
  pageTitle: "Vos données | Invigil",
  noVersions: "Les réponses seules : pas de versions antérieures",
  name: "Nom",
  email: "E-mail",
  test: "Test",
  started: "Début",
  ended: "Fin",
  answers: "Réponses",
  versions: "Versions",
  pictures: "Images",
  alsoKept: "Également conservé",
  alsoKeptList:
    "Comment vos réponses ont été notées, les messages des surveillants et ce que votre page a signalé, par exemple que vous l’avez quittée",
  howLong: "Durée de conservation",
  untilDeleted: "Jusqu’à ce qu’un administrateur les supprime",
  seenBy: "Visible par",
  erasureOffered:
    "Vous pouvez demander la suppression de tout ce qui est conservé ici à votre sujet, pour tous vos tests. Un administrateur en décide.",
  failedToAsk: "La demande d’effacement a échoué : {reason}",
  erasure: "Effacement",
  askAgain: "Demander à nouveau",
  askForErasure: "Demander l’effacement",
  askForErasureQuestion: "Demander l’effacement ?",
  erasureMeans:
    "Si un administrateur accepte, tout ce qui est conservé ici à votre sujet est supprimé, pour tous vos tests : réponses, leurs versions, notes, images et votre compte. Votre candidature pourrait alors ne plus être prise en compte. Si vous voulez garder vos réponses, téléchargez-les d’abord.",
  failedToDownload: "Vos réponses n’ont pas pu être téléchargées : {reason}",
  whatIsKept: "Ce qui est conservé de votre test",
  whoCanOpen: "Seules les personnes qui ont le lien de votre reçu peuvent ouvrir cette page.",
  proofNow: "Preuve de vos réponses, dans leur état actuel",
  copyProof: "Copier la preuve",
  downloadMyAnswers: "Télécharger mes réponses",
  testContinues: "Votre test continue",
  moreTimeGiven:
    "Un administrateur vous a accordé plus de temps. Ouvrez le test avec le lien de votre invitation ; cette page sera de nouveau complète une fois le test terminé.",
  erasedOn: "Effacé le {date}",
  allDeleted: "Tout ce qui était conservé de ce test a été supprimé. Votre reçu ne peut plus y être comparé.",
  unknownLink: "Lien inconnu",
  linkNeverIssued: "Ce lien est incomplet ou n’a jamais été émis.",
  cannotBeLoaded: "Cette page ne peut pas être chargée pour le moment",
  loadingData: "Chargement de vos données",
  pointsSoFar: "Points jusqu’ici",
  scoreSoFar: "Résultat jusqu’ici",
  notFinal: "{percent}, provisoire",
  score: "Résultat",
  answersChecked: "Certaines de vos réponses sont encore en cours de vérification.",
  answersToReview: "Certaines de vos réponses doivent encore être corrigées par des personnes.",
  reviewerDecides: "Un correcteur décide si les réponses tardives comptent.",
  keepWindowOpen: "Gardez cette fenêtre ouverte jusqu’à ce que vos réponses soient arrivées.",
  canClose: "Vous pouvez fermer cette fenêtre.",
  notArrived: "Non arrivées",
  arrivedLate: "Arrivées en retard",
  neverArrived: "Jamais arrivées",
  storedOnServer: "Enregistré sur le serveur",
  timeUtc: "Heure (UTC)",
  dismiss: "Fermer",
  copyLink: "Copier le lien",
  seeOrDelete: "Voir ou supprimer ce qui est conservé à votre sujet",
  questions: "Des questions ? {contact}",
  downloadReceipt: "Télécharger le reçu",
  answersNotArrived: "Réponses qui ne sont pas arrivées",
  saveAnswers: "Enregistrer les réponses dans un fichier",
  deleteFromComputer: "Supprimer de cet ordinateur",
  deleteForGood: "Supprimer définitivement",
  byYou: "{date}, par vous",
  byDeadline: "{date}, parce que le temps était écoulé",
  byAdmin: "{date}, par un administrateur",
  versionsSaves:
    "{saves, plural, one {# enregistrement} other {# enregistrements}}{kept, select, all {} other {, dont les {kept} premiers sont conservés}} : le texte de chacun, y compris le texte que vous avez supprimé",
  versionsKeystrokes:
    "{saves, plural, one {# enregistrement} other {# enregistrements}}{kept, select, all {} other {, dont les {kept} premiers sont conservés}} : chaque modification et son heure, y compris le texte que vous avez supprimé",
  answersWithLate: "{answers}, et {late} arrivées en retard ou remplacées",
  screenshots:
    "{count, plural, one {# capture d’écran de votre caméra} other {# captures d’écran de votre caméra}}",
  receivedTitle: "Votre test a été reçu",
  timeUpTitle: "Le temps était écoulé : votre test a été reçu",
  endedTitle: "Votre administrateur a mis fin au test",
  submitted: "Remis",
  proof: "Preuve de vos réponses",
  page: "Votre page",
  deletedCount: "{answers}, supprimées de cet ordinateur",
  receiptLine: "{name} : {value}",
  erasureAsked:
    "Vous avez demandé l’effacement le {date}. Un administrateur en décide ; cette page indiquera quand il aura été effectué.",
  erasureDeclined:
    "Vous avez demandé l’effacement le {date}. Un administrateur l’a refusé le {declined} :{reason}",
  scoreNotFinal:
    "Le résultat est provisoire : {count, plural, one {# réponse n’est pas arrivée} other {# réponses ne sont pas arrivées}}.",
  missingArrived:
    "{count, plural, one {La réponse manquante est arrivée.} other {Les # réponses manquantes sont arrivées.}} Un correcteur décide si les réponses tardives comptent.",
  notArrivedTitle:
    "{count, plural, one {# de vos réponses n’est pas arrivée} other {# de vos réponses ne sont pas arrivées}}",
  refusedByServer:
    "{title} : {count, plural, one {question {numbers}} other {questions {numbers}}}. Le serveur refuse : {reasons} Vous pouvez aussi enregistrer un fichier et le remettre à votre administrateur.",
  stoppedByNetwork:
    "{title} : {count, plural, one {question {numbers}} other {questions {numbers}}}. Un élément du réseau bloque l’envoi. La page continue d’envoyer tant qu’elle est ouverte ; ce qui arrive est une réponse tardive, dont un correcteur décide. Vous pouvez aussi enregistrer un fichier et le remettre à votre administrateur.",
  deleteTitle: "{count, plural, one {Supprimer votre réponse ?} other {Supprimer vos réponses ?}}",
  deleteMeans:
    "{count, plural, one {Votre réponse à la question {numbers} de {title} n’est pas arrivée, et cet ordinateur en a la seule copie. Une fois supprimée, elle ne pourra jamais compter.} other {Vos réponses aux questions {numbers} de {title} ne sont pas arrivées, et cet ordinateur en a la seule copie. Une fois supprimées, elles ne pourront jamais compter.}}",
} as const satisfies Translation<typeof english>;
