import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Ihre Prüfungssitzung",
  timeNow: "Uhrzeit: {time}",
  code: "Zeigen Sie diesen Code am Eingang:",
  picture: "Derselbe Code für eine Kamera",
  roomCode: "Code, der im Raum angezeigt wird",
  checkIn: "Einchecken",
  checkedIn: "Sie sind seit {time} eingecheckt.",
  together: "Alle beginnen gemeinsam. Lassen Sie diese Seite geöffnet: Ihr Test beginnt von selbst.",
  unset: "Der Beginn steht noch nicht fest.",
  beginsIn: "Ihr Test beginnt in {time}.",
  beginsNow: "Ihr Test beginnt jetzt.",
  offline:
    "Die Verbindung ist unterbrochen. Diese Seite versucht es von selbst weiter. Sie behalten Ihre volle Zeit.",
  ready: "Prüfen Sie inzwischen Ihre Kamera, damit Sie nichts aufhält.",
  waiting: "Sie sind im Warteraum. Die Aufsicht lässt Sie ein; bitte lassen Sie diese Seite geöffnet.",
  waitingMeanwhile: "Prüfen Sie inzwischen Ihre Kamera, und lesen Sie, was hier steht.",
  letIn: "Sie wurden eingelassen.{together, select, yes {} other { Sie können den Test beginnen.}}",
  identity: "Bilder zur Bestätigung Ihrer Identität",
  identityFace:
    "Bevor Sie eingelassen werden, prüft die Aufsicht ein Bild Ihres Gesichts. Bitte nehmen Sie es hier auf.",
  identityBoth:
    "Bevor Sie eingelassen werden, vergleicht die Aufsicht ein Bild Ihres Gesichts mit einem Bild Ihres Ausweises. Bitte nehmen Sie beide hier auf.",
  identityKept:
    "Diese Bilder sehen nur Personen, die andere einlassen dürfen. Sie werden 24 Stunden nach Ihrem Einlass gelöscht, spätestens 24 Stunden nach dem Ende der Sitzung. Sie gehören nicht zu Ihrem Ergebnis.",
  identityAgain: "Die Aufsicht bittet Sie um neue Bilder.",
  identitySent: "Alles ist gesendet. Die Aufsicht prüft die Bilder; bitte lassen Sie diese Seite geöffnet.",
  facePicture: "Bild Ihres Gesichts",
  documentPicture: "Bild Ihres Ausweises",
  faceHint: "Schauen Sie in die Kamera; Ihr ganzes Gesicht sollte gut beleuchtet sein.",
  documentHint:
    "Halten Sie die Seite mit Ihrem Foto nah vor die Kamera, sodass das Foto und Ihr Name deutlich zu erkennen sind.",
  cameraOn: "Kamera einschalten",
  cameraAgain: "Kamera erneut versuchen",
  takePicture: "Bild aufnehmen",
  takenFace: "Das aufgenommene Bild Ihres Gesichts",
  takenDocument: "Das aufgenommene Bild Ihres Ausweises",
  usePicture: "Dieses Bild verwenden",
  takeAgain: "Neu aufnehmen",
  sendAgain: "Erneut senden",
  choosePicture: "Bild auswählen",
  pictureSending: "Das Bild wird gesendet.",
  pictureSent: "Gesendet um {time}.",
  replacePicture: "Ersetzen",
  replaceFace: "Das Bild Ihres Gesichts ersetzen",
  replaceDocument: "Das Bild Ihres Ausweises ersetzen",
  keepSent: "Gesendetes Bild behalten",
  withoutCamera:
    "Ohne Kamera können Sie stattdessen ein Bild auswählen, oder die Aufsicht prüft Ihre Identität persönlich.",
  noPictureYet: "Die Kamera zeigt noch kein Bild. Bitte versuchen Sie es gleich noch einmal.",
  fileNotRead: "Diese Datei konnte nicht als Bild gelesen werden. Bitte wählen Sie eine andere.",
  canvasHidden:
    "Die Datenschutzeinstellungen dieses Browsers hindern Seiten daran, Bilder zu lesen. Bitte erlauben Sie es für diese Seite, oder bitten Sie die Aufsicht, Ihre Identität persönlich zu prüfen.",
  pictureNotSent:
    "Das Bild wurde nicht gesendet. {reason} Es bleibt hier erhalten: Sie können es erneut senden.",
  pictureOffline:
    "Sie sind offline. Das Bild bleibt hier erhalten: Senden Sie es erneut, sobald die Verbindung wieder da ist.",
} as const satisfies Translation<typeof english>;
