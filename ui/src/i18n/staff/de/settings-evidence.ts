import type { Translation } from "../../typed";
import type { settingsEvidence as english } from "../en/settings-evidence";

export const settingsEvidence = {
  until: "{from} bis {to}",
  retired: "Ausgemustert",
  signsNow: "Signiert jetzt",
  copyFingerprint: "Fingerabdruck kopieren",
  rotated: "Ab jetzt signiert ein neuer Schlüssel die Beweisdateien",
  rotateFailed: "Der Schlüssel konnte nicht gewechselt werden: {reason}",
  rotate: "Schlüssel wechseln",
  rotateQuestion: "Einen neuen Schlüssel erzeugen?",
  rotateText:
    "Der jetzige private Schlüssel wird endgültig gelöscht. Seine Dateien bleiben gültig. Veröffentlichen Sie den Fingerabdruck des neuen Schlüssels: Ohne ihn sehen neue Dateien aus, als hätte ein Fremder sie signiert.",
  loadFailed: "Die Schlüssel konnten nicht geladen werden",
  evidenceKeys: "Schlüssel für Beweisdateien",
  publish:
    "Empfänger einer Beweisdatei brauchen den Fingerabdruck des Schlüssels von Ihnen, nicht aus der Datei. Veröffentlichen Sie ihn, zum Beispiel auf Ihrer Website.",
  verify: "Beweisdatei prüfen",
  notLoaded: "Die Schlüssel konnten nicht geladen werden",
  loading: "Die Schlüssel werden geladen",
  noKey: "Noch kein Schlüssel",
  noKeyText:
    "Er entsteht mit der ersten Beweisdatei: Öffnen Sie ein Ergebnis, und wählen Sie unter „Mehr“ die Beweisdatei.",
  keys: "Schlüssel",
  earlier:
    "Dateien früherer Schlüssel bleiben gültig: Ihre öffentlichen Schlüssel werden aufbewahrt. Die Hauptadministration erzeugt einen neuen Schlüssel, hier oder mit <code>invigil evidence key rotate</code>.",
} as const satisfies Translation<typeof english>;
