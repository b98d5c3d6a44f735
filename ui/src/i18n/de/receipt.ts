import type { receipt as english } from "../en/receipt";
import type { Translation } from "../typed";

export const receipt = {
  pageTitle: "Ihre Daten | Invigil",
  noVersions: "Nur die Antworten: keine früheren Fassungen",
  name: "Name",
  email: "E-Mail",
  test: "Test",
  started: "Begonnen",
  ended: "Beendet",
  answers: "Antworten",
  versions: "Fassungen",
  pictures: "Bilder",
  alsoKept: "Außerdem gespeichert",
  alsoKeptList:
    "Wie Ihre Antworten bewertet wurden, Nachrichten der Aufsicht und was Ihre Seite gemeldet hat, etwa dass Sie sie verlassen haben",
  howLong: "Wie lange",
  untilDeleted: "Bis ein Administrator die Daten löscht",
  seenBy: "Für wen sichtbar",
  erasureOffered:
    "Sie können verlangen, dass alles, was hier über Sie gespeichert ist, für alle Ihre Tests gelöscht wird. Darüber entscheidet ein Administrator.",
  failedToAsk: "Die Löschung konnte nicht beantragt werden: {reason}",
  erasure: "Löschung",
  askAgain: "Erneut beantragen",
  askForErasure: "Löschung beantragen",
  askForErasureQuestion: "Löschung beantragen?",
  erasureMeans:
    "Wenn ein Administrator zustimmt, wird alles gelöscht, was hier über Sie gespeichert ist, und zwar für alle Ihre Tests: Antworten, ihre Fassungen, Bewertungen, Bilder und Ihr Konto. Möglicherweise werden Sie dann nicht mehr berücksichtigt. Laden Sie vorher Ihre Antworten herunter, wenn Sie sie behalten möchten.",
  failedToDownload: "Ihre Antworten konnten nicht heruntergeladen werden: {reason}",
  whatIsKept: "Was über Ihren Test gespeichert ist",
  whoCanOpen: "Diese Seite kann nur öffnen, wer den Link auf Ihrer Quittung hat.",
  proofNow: "Nachweis Ihrer Antworten in ihrem jetzigen Stand",
  copyProof: "Nachweis kopieren",
  downloadMyAnswers: "Meine Antworten herunterladen",
  testContinues: "Ihr Test geht weiter",
  moreTimeGiven:
    "Ein Administrator hat Ihnen mehr Zeit gegeben. Öffnen Sie den Test über den Link Ihrer Einladung; diese Seite ist wieder vollständig, sobald er beendet ist.",
  erasedOn: "Gelöscht am {date}",
  allDeleted:
    "Alles, was von diesem Test gespeichert war, wurde gelöscht. Ihre Quittung kann nicht mehr damit verglichen werden.",
  unknownLink: "Unbekannter Link",
  linkNeverIssued: "Dieser Link ist unvollständig oder wurde nie ausgestellt.",
  cannotBeLoaded: "Diese Seite kann gerade nicht geladen werden",
  loadingData: "Ihre Daten werden geladen",
  pointsSoFar: "Bisherige Punkte",
  scoreSoFar: "Bisheriges Ergebnis",
  notFinal: "{percent}, vorläufig",
  score: "Ergebnis",
  answersChecked: "Einige Ihrer Antworten werden noch geprüft.",
  answersToReview: "Einige Ihrer Antworten müssen noch von Menschen bewertet werden.",
  reviewerDecides: "Ob verspätete Antworten zählen, entscheidet ein Prüfer.",
  keepWindowOpen: "Lassen Sie dieses Fenster geöffnet, bis Ihre Antworten angekommen sind.",
  canClose: "Sie können dieses Fenster schließen.",
  notArrived: "Nicht angekommen",
  arrivedLate: "Verspätet angekommen",
  neverArrived: "Nie angekommen",
  storedOnServer: "Auf dem Server gespeichert",
  timeUtc: "Zeit (UTC)",
  dismiss: "Ausblenden",
  copyLink: "Link kopieren",
  seeOrDelete: "Ansehen oder löschen, was über Sie gespeichert ist",
  questions: "Fragen? {contact}",
  downloadReceipt: "Quittung herunterladen",
  answersNotArrived: "Antworten, die nicht angekommen sind",
  saveAnswers: "Antworten in einer Datei speichern",
  deleteFromComputer: "Von diesem Computer löschen",
  deleteForGood: "Endgültig löschen",
  byYou: "{date}, durch Sie",
  byDeadline: "{date}, weil die Zeit abgelaufen war",
  byAdmin: "{date}, durch einen Administrator",
  versionsSaves:
    "{saves, plural, one {# Speicherung} other {# Speicherungen}}{kept, select, all {} other {, von denen die ersten {kept} aufbewahrt werden}}: jeweils der Text, auch Text, den Sie gelöscht haben",
  versionsKeystrokes:
    "{saves, plural, one {# Speicherung} other {# Speicherungen}}{kept, select, all {} other {, von denen die ersten {kept} aufbewahrt werden}}: jede Änderung mit ihrer Zeit, auch Text, den Sie gelöscht haben",
  answersWithLate: "{answers} und {late}, die verspätet kamen oder ersetzt wurden",
  screenshots: "{count, plural, one {# Bildschirmfoto Ihrer Kamera} other {# Bildschirmfotos Ihrer Kamera}}",
  receivedTitle: "Ihr Test ist eingegangen",
  timeUpTitle: "Die Zeit war abgelaufen: Ihr Test ist eingegangen",
  endedTitle: "Ihr Administrator hat den Test beendet",
  submitted: "Abgegeben",
  proof: "Nachweis Ihrer Antworten",
  page: "Ihre Seite",
  deletedCount: "{answers}, von diesem Computer gelöscht",
  receiptLine: "{name}: {value}",
  erasureAsked:
    "Sie haben am {date} die Löschung beantragt. Darüber entscheidet ein Administrator; diese Seite zeigt an, wenn sie erfolgt ist.",
  erasureDeclined:
    "Sie haben am {date} die Löschung beantragt. Ein Administrator hat sie am {declined} abgelehnt:{reason}",
  scoreNotFinal:
    "Das Ergebnis ist vorläufig: {count, plural, one {# Antwort ist} other {# Antworten sind}} nicht angekommen.",
  missingArrived:
    "{count, plural, one {Die fehlende Antwort ist angekommen.} other {Die # fehlenden Antworten sind angekommen.}} Ob verspätete Antworten zählen, entscheidet ein Prüfer.",
  notArrivedTitle:
    "{count, plural, one {# Ihrer Antworten ist} other {# Ihrer Antworten sind}} nicht angekommen",
  refusedByServer:
    "{title}: {count, plural, one {Frage {numbers}} other {Fragen {numbers}}}. Der Server lehnt dies ab: {reasons} Sie können auch eine Datei speichern und sie Ihrem Administrator geben.",
  stoppedByNetwork:
    "{title}: {count, plural, one {Frage {numbers}} other {Fragen {numbers}}}. Etwas im Netzwerk verhindert dies. Solange diese Seite geöffnet ist, sendet sie weiter; was ankommt, ist eine verspätete Antwort, über die ein Prüfer entscheidet. Sie können auch eine Datei speichern und sie Ihrem Administrator geben.",
  deleteTitle: "{count, plural, one {Ihre Antwort löschen?} other {Ihre Antworten löschen?}}",
  deleteMeans:
    "{count, plural, one {Ihre Antwort auf Frage {numbers} von {title} ist nicht angekommen, und nur dieser Computer hat sie. Wenn sie gelöscht ist, kann sie nie mehr zählen.} other {Ihre Antworten auf die Fragen {numbers} von {title} sind nicht angekommen, und nur dieser Computer hat sie. Wenn sie gelöscht sind, können sie nie mehr zählen.}}",
} as const satisfies Translation<typeof english>;
