import type { Translation } from "../../typed";
import type { testSettings as english } from "../en/test-settings";

export const testSettings = {
  translatedInto: "Übersetzt: {languages}.",
  translations: "Übersetzungen",
  translate: "Test übersetzen",
  editTest: "Test bearbeiten",
  created: "Erstellt am {date}",
  scoring: "Bewertung",
  scoringText: "Sie gelten sofort, ohne „Test aktualisieren“.",
  rubrics: "Bewertungsraster",
  reviewers: "Prüfer/innen",
  judgeAgain: "Code erneut prüfen",
  browser: "Safe Exam Browser",
  browserText: "Für Prüfungsräume: Er belegt eine Konfiguration, keinen ehrlichen Kandidaten.",
  candidates: "Für Kandidaten",
  consentText: "Ein Text, dem Kandidaten vor dem Beginn zustimmen.",
  consentButton: "Einwilligungstext",
  consentBlank: "Leer: Kandidaten stimmen dem Text der Website zu, falls es einen gibt",
  textNotLoaded: "Der Text konnte nicht geladen werden",
  loadingText: "Der Text wird geladen",
  consentTitle: "Einwilligung vor dem Beginn",
  consentDialog: "Kandidaten dieses Tests stimmen vor dem Beginn diesem Text statt dem der Website zu.",
  someone: "Jemand anderes",
  ruleNotLoaded: "Die Regel konnte nicht geladen werden",
  loadingRule: "Die Regel wird geladen",
  saved: "Gespeichert",
  saveFailed: "Nicht gespeichert: {reason}",
  ruleText:
    "Er belegt eine Konfiguration, keinen ehrlichen Kandidaten: Wer den Computer beherrscht, kann ihn nachahmen.",
  save: "Speichern",
  thisRule: "diese Regel",
  browserNeeded: "Kandidaten brauchen Safe Exam Browser",
  browserHint:
    "Jede Einladung erhält eine eigene Konfigurationsdatei. Fragen werden nur mit dieser Konfiguration gezeigt.",
  keys: "Browser Exam Keys (optional)",
  keysHint:
    "Einer je Zeile. Ein Schlüssel hängt von der Version des Browsers und von der Datei ab, und jeder Link hat eine eigene Datei: Ein Schlüssel lässt nur den einen Link zu, mit dem er ausgelesen wurde. Lassen Sie das Feld für alle anderen leer.",
} as const satisfies Translation<typeof english>;
