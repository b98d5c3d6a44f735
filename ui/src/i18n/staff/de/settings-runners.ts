import type { Translation } from "../../typed";
import type { settingsRunners as english } from "../en/settings-runners";

export const settingsRunners = {
  createFailed: "Das Token konnte nicht erstellt werden: {reason}",
  tokenOf: "Token von {name}",
  shownOnce:
    "Es wird nur einmal gezeigt. Kopieren Sie es in eine Datei auf jenem Rechner, die nur der Benutzer des Runners lesen kann.",
  thenStart: "Starten Sie dann dort:",
  add: "Rechner hinzufügen",
  makeToken: "Token erstellen",
  name: "Name des Rechners",
  nameHint: "Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche",
  nameExample: "judge-2",
  slots: "{count} gleichzeitig: {languages}",
  noLanguage: "keine Sprache",
  version: "Version {version}. Sandbox: {layers}.",
  notUsed: "Dort nicht verwendet: {warnings}.",
  revokedVerdicts: "Widerrufen {when}. Urteile über {answers}.",
  madeVerdicts: "Erstellt {when} von {name}. Urteile über {answers}.",
  judgeAgainNamed: "Erneut prüfen: {name}",
  judgeAgain: "Erneut prüfen",
  revokeNamed: "Widerrufen: {name}",
  revoke: "Widerrufen",
  judgedRow: "{test}: {answers}",
  loadFailed: "Die Coderunner konnten nicht geladen werden",
  refused: "{name} wird ab sofort abgewiesen",
  revokeFailed: "Das Token konnte nicht widerrufen werden: {reason}",
  judgedAgain:
    "{count, plural, one {# Antwort wird erneut geprüft} other {# Antworten werden erneut geprüft}}",
  judgingAgain: "Code wird erneut geprüft",
  judgeFailed: "Das erneute Prüfen ist fehlgeschlagen: {reason}",
  notLoaded: "Die Coderunner konnten nicht geladen werden",
  loading: "Die Coderunner werden geladen",
  noMachines: "Noch keine anderen Rechner",
  noMachinesText:
    "Code läuft nur auf diesem Server. Erstellen Sie ein Token für jeden Rechner, der helfen soll.",
  codeRunners: "Coderunner",
  revokeQuestion: "Dieses Token widerrufen?",
  revokeText:
    "{name} wird sofort abgewiesen, und andere Rechner übernehmen, was er gerade prüft. Danach lässt sich erneut prüfen, was er geprüft hat: {answers}.",
  revokeToken: "Token widerrufen",
  rejudgeQuestion: "Erneut prüfen, was dieser Rechner geprüft hat?",
  rejudgeText:
    "{answers} mit Urteilen von {name} kommen zurück in die Warteschlange. Bis dahin sind die Ergebnisse vorläufig.",
  keep: "Die Urteile behalten",
  onOthers: "Coderunner auf anderen Rechnern",
  onOthersText:
    "Sie führen den Code der Kandidaten statt dieses Servers aus. Jeder braucht ein Token und führt <code>invigil runner --server</code> aus (docs/operations.md).",
  onlyFirst: "Nur die Hauptadministration verwaltet Coderunner.",
  answers: "{count, plural, one {# Antwort} other {# Antworten}}",
  revoked: "Widerrufen",
  notConnected: "Nicht verbunden",
  judging: "Prüft {count}",
  ready: "Bereit",
} as const satisfies Translation<typeof english>;
