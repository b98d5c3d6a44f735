import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "Diese Seite gibt es nicht.",
  partMissing:
    "Ein Teil der Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.",
  replaced: "Die Website wurde aktualisiert. Laden Sie diese Seite neu. Ihre Eingaben bleiben erhalten.",
  ranIntoProblem: "Auf der Seite ist ein Problem aufgetreten. Laden Sie sie neu, um fortzufahren.",
  startingPageAgain: "Die Seite wird neu gestartet",
  failed: "Unerwarteter Anwendungsfehler!",
  reload: "Neu laden",
  goToStart: "Zur Startseite",
  loadingPage: "Die Seite wird geladen",
  pageNotFound: "Seite nicht gefunden",
  checkAddress:
    "Die Adresse ist möglicherweise falsch geschrieben, oder die Seite ist umgezogen. Es ist nichts verloren.",
} as const satisfies Translation<typeof english>;
