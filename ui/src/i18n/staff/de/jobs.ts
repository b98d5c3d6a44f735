import type { Translation } from "../../typed";
import type { jobs as english } from "../en/jobs";

export const jobs = {
  title: "Ihre Hintergrundaufgaben",
  fileCheck: "Datei wird gelesen",
  testImport: "Import von Tests",
  questionImport: "Import von Fragen",
  comparison: "Vergleich der Antworten",
  dryRun: "Probeprüfung geänderter Testfälle",
  bulkSend: "Versand von Einladungen",
  repair: "Neue Ergebnisse nach einer Berichtigung",
  rubricChange: "Neue Ergebnisse nach einer Änderung des Bewertungsrasters",
  backup: "Datensicherung",
  export: "Export",
  rejudge: "Erneute Prüfung von Code",
  named: "{kind}: {subject}",
  steps: "{done} von {total}, {elapsed}",
  goesOn: "Die Aufgabe läuft weiter, wenn Sie diese Seite verlassen.",
  keepOpen: "Lassen Sie diese Seite offen, bis die Datei da ist.",
  showAll: "Alle {count} zeigen",
  cancel: "Abbrechen",
  notCancelled: "Nicht abgebrochen: {reason}",
  done: "Fertig",
  failed: "Fehlgeschlagen",
  cancelled: "Abgebrochen",
  interrupted: "Unterbrochen: Der Server wurde beendet. Bitte starten Sie die Aufgabe noch einmal.",
  interruptedAt:
    "Unterbrochen bei {done} von {total}: Der Server wurde beendet. Bitte starten Sie die Aufgabe noch einmal.",
  resumed: "Unterbrochen, als der Server beendet wurde. Nach dem Start ging es weiter.",
  resumedAt:
    "Unterbrochen bei {done} von {total}, als der Server beendet wurde. Nach dem Start ging es weiter.",
  noted: "{state}: {note}",
  failedBecause: "Fehlgeschlagen: {reason}",
} as const satisfies Translation<typeof english>;
