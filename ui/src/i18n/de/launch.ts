import type { launch as english } from "../en/launch";
import type { Translation } from "../typed";

export const launch = {
  cannotOpen: "Dieser Test kann nicht geöffnet werden",
  ownWindow:
    "Der Test öffnet sich in einem eigenen Fenster. Lassen Sie diese Seite offen: Ihr Kurs bleibt hier.",
  openTest: "Test öffnen",
  forTeachers:
    "Lernende, die diese Aktivität öffnen, absolvieren diesen Test. Jede Person hat einen Versuch für diese Aktivität; das Ergebnis wird zur Note, sobald es endgültig ist.",
  showResults: "Ergebnisse anzeigen",
  chooseTest: "Test dieser Aktivität auswählen",
  minutes: "{minutes} Min.",
  choose: "Auswählen",
  chooseNamed: "{title} auswählen",
  olderNotListed: "Ältere Tests sind nicht aufgeführt.",
  expired:
    "Dieser Aufruf ist abgelaufen, wurde schon verwendet oder begann in einem anderen Browser. Bitte öffnen Sie die Aktivität in Ihrem Kurs noch einmal. Hilft das nicht, lassen Sie die Aktivität in einem neuen Fenster öffnen.",
  onlyTeachersChoose: "Nur die Lehrkräfte eines Kurses wählen dessen Tests aus.",
  notForPlatform: "Diese Lernplattform darf diesen Test nicht verwenden. Bitte fragen Sie Ihre Lehrkraft.",
  keysUnread:
    "Die Schlüssel Ihrer Lernplattform können zurzeit nicht gelesen werden. Bitte versuchen Sie es gleich noch einmal.",
  noSuchTest: "Diesen Test gibt es nicht.",
  archived:
    "Dieser Test ist archiviert. Er muss aus dem Archiv zurückgeholt werden, bevor jemand dazu eingeladen wird.",
  notLti13: "Die Nachricht der Lernplattform wurde abgelehnt: Sie entspricht nicht LTI 1.3.",
  unknownDeployment:
    "Die Nachricht der Lernplattform wurde abgelehnt: Die Deployment-ID darin ist hier nicht bekannt.",
  unknownType:
    "Die Nachricht der Lernplattform wurde abgelehnt: Die Art der Nachricht ist hier nicht bekannt.",
  noVersion: "Die Nachricht der Lernplattform wurde abgelehnt: Darin fehlt version.",
  noDeployment: "Die Nachricht der Lernplattform wurde abgelehnt: Darin fehlt deployment_id.",
  noType: "Die Nachricht der Lernplattform wurde abgelehnt: Darin fehlt message_type.",
  noPerson: "Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt keine Person.",
  noActivity: "Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt keine Aktivität.",
  noRole:
    "Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt keine Rolle im Kurs, die einen Test öffnen kann.",
  notATest: "Die Nachricht der Lernplattform wurde abgelehnt: Was sie nennt, ist kein Test.",
  twoTests: "Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt zwei Tests.",
  nothingToChoose:
    "Die Nachricht der Lernplattform wurde abgelehnt: Für sie kann keine Aktivität ausgewählt werden.",
  noReturn: "Die Nachricht der Lernplattform wurde abgelehnt: Darin fehlt eine Adresse für die Auswahl.",
  noTestHere:
    "Die Nachricht der Lernplattform wurde abgelehnt: Hier gibt es keinen Test, den diese Plattform verwenden darf.",
  unknownPlatform: "Die Nachricht der Lernplattform wurde abgelehnt: Die Plattform ist hier nicht bekannt.",
  otherServer:
    "Die Nachricht der Lernplattform wurde abgelehnt: Die Adresse darin gehört nicht zu diesem Server.",
  notSignedIn: "Die Nachricht der Lernplattform wurde abgelehnt: Die Plattform hat Sie nicht angemeldet.",
  otherLaunch: "Die Nachricht der Lernplattform wurde abgelehnt: Sie gehört zu einem anderen Aufruf (nonce).",
  noTime: "Die Nachricht der Lernplattform wurde abgelehnt: Sie sagt nicht, wann sie erstellt wurde.",
  noTest:
    "Die Nachricht der Lernplattform wurde abgelehnt: Sie nennt keinen Test. Für diese Aktivität muss einer ausgewählt werden.",
  otherTest:
    "Die Nachricht der Lernplattform wurde abgelehnt: Sie gilt für einen anderen Test als den, mit dem der Aufruf begann.",
  tokenTooLarge: "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist zu groß.",
  tokenDemands:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token verlangt etwas, das hier nicht bekannt ist (crit).",
  tokenType: "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist von anderer Art (typ).",
  tokenMalformed:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist fehlerhaft oder nicht signiert.",
  tokenAlgorithm:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Verfahren der Signatur wird nicht akzeptiert.",
  tokenWrong:
    "Die Nachricht der Lernplattform wurde abgelehnt: Signatur, Aussteller oder Empfänger des Tokens ist falsch.",
  tokenOtherClient:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token wurde für einen anderen Client ausgestellt.",
  tokenSeveralClients:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token gilt für mehrere Clients und nennt keinen, der es angefordert hat.",
  tokenTime: "Die Nachricht der Lernplattform wurde abgelehnt: Eine Zeitangabe im Token ist fehlerhaft.",
  tokenExpired:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist abgelaufen oder hat kein Ende.",
  tokenEarly:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist noch nicht gültig. Die Uhren von Plattform und Server sollten verglichen werden.",
  tokenUnknownKey:
    "Die Nachricht der Lernplattform wurde abgelehnt: Das Token ist mit einem Schlüssel signiert, den die Plattform nicht veröffentlicht.",
} as const satisfies Translation<typeof english>;
