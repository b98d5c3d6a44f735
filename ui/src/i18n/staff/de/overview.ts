import type { Translation } from "../../typed";
import type { overview as english } from "../en/overview";

export const overview = {
  dayFigures: "{day}: {started} begonnen, {done} abgegeben",
  last14: "Letzte 14 Tage",
  startedCount: "<b>{count}</b> begonnen",
  doneCount: "<b>{count}</b> abgegeben",
  tooManyDays: "Die ältesten Tage sind nicht vollständig: Es sind zu viele.",
  perDay: "Begonnene und abgegebene Tests je Tag",
  day: "Tag",
  started: "Begonnen",
  done: "Abgegeben",
  fiveSteps: "Fünf Schritte bis zum ersten Ergebnis",
  stepsDone: "{done} von {total} erledigt",
  hide: "Ausblenden",
  toDo: "Zu erledigen",
  stepDone: "Erledigt",
  nameCompany: "Nennen Sie Ihr Unternehmen",
  nameCompanyHint: "Kandidaten sehen Namen und Logo auf jeder Seite und in jeder E-Mail.",
  enterName: "Namen eingeben",
  setUpEmail: "E-Mail einrichten",
  setUpEmailHint: "Bis dahin werden Einladungen erstellt, aber keine E-Mail verlässt diesen Server.",
  enterMailServer: "Mailserver eingeben",
  createFirstTest: "Einen ersten Test erstellen",
  createFirstTestHint:
    "Beginnen Sie mit einer von sechs Vorlagen, schreiben Sie ihn selbst, oder importieren Sie einen aus einer Datei.",
  createATest: "Einen Test erstellen",
  inviteYourselfHint: "Bearbeiten Sie den Test wie ein Kandidat, und sehen Sie, was ankommt.",
  inviteYourself: "Sich selbst einladen",
  makeBackupHint: "Laden Sie eine Sicherung herunter, oder lassen Sie den Server täglich eine anlegen.",
  makeBackup: "Eine Sicherung anlegen",
  invited: "{count} eingeladen",
  tests: "Tests",
  allTests: "Alle Tests",
  loadingTests: "Tests werden geladen",
  resultsOf: "Ergebnisse von {title}",
  resultCount: "{count, plural, one {# Ergebnis} other {# Ergebnisse}}",
  needsYou: "Zu erledigen",
  loadingNeeds: "Was zu erledigen ist, wird geladen",
  nothingWaits: "Nichts wartet auf Sie.",
  totalTests: "Tests insgesamt",
  invitesSent: "Gesendete Einladungen",
  completedTests: "Abgeschlossene Tests",
  inProgress: "In Bearbeitung",
  quickActions: "Schnellzugriff",
  viewResults: "Ergebnisse ansehen",
  monitorTests: "Tests beaufsichtigen",
  createTest: "Test erstellen",
  sendInvite: "Einladung senden",
  numbers: "Zahlen",
  dashboardFailed: "Die Daten der Übersicht konnten nicht geladen werden",
  numbersNotLoaded: "Die Zahlen konnten nicht geladen werden",
  recentActivity: "Letzte Aktivität",
  loadingActivity: "Die letzte Aktivität wird geladen",
  noInvitesYet:
    "Noch keine Einladungen gesendet. Erstellen Sie einen Test, und senden Sie Ihre erste Einladung!",
  personInvited: "{name} wurde zu {test} eingeladen",
  peopleInvited: "<b>{count} Personen</b> wurden zu {test} eingeladen",
  choseDate: "{name} hat einen Termin für {test} gewählt",
  personStarted: "{name} hat {test} begonnen",
  personFinished: "{name} hat {test} abgegeben",
  notEmailed:
    "Die Einladung von {name} zu {test} konnte beim ersten Versuch nicht per E-Mail gesendet werden",
  needAttention:
    "{count, plural, one {# Kandidat braucht Aufmerksamkeit} other {# Kandidaten brauchen Aufmerksamkeit}}",
  needAttentionHint: "Ein Test läuft ohne Bild, oder ein Kandidat möchte auf einem anderen Gerät fortfahren.",
  emailNotSetUp: "E-Mail ist nicht eingerichtet",
  notEmailedCount:
    "{count, plural, one {# Einladung wurde nicht per E-Mail gesendet} other {# Einladungen wurden nicht per E-Mail gesendet}}. Links können von Hand weitergegeben werden.",
  notEmailedYet:
    "Einladungen werden erstellt, aber nicht per E-Mail gesendet. Links können von Hand weitergegeben werden.",
  emailsFailed:
    "{count, plural, one {# E-Mail mit einer Einladung ist fehlgeschlagen} other {# E-Mails mit Einladungen sind fehlgeschlagen}}",
  emailsFailedHint: "Prüfen Sie die Adresse, oder senden Sie den Link selbst.",
  emailsWait:
    "{count, plural, one {# E-Mail mit einer Einladung ist noch nicht gesendet} other {# E-Mails mit Einladungen sind noch nicht gesendet}}",
  manyEmailsWait: "Mehr als {count} E-Mails mit Einladungen sind noch nicht gesendet",
  emailsWaitHint:
    "{count, plural, one {Sie wird von selbst erneut versucht. Die Liste sagt, warum, und ob sie angekommen sein kann.} other {Sie werden von selbst erneut versucht. Die Liste sagt, warum, und welche angekommen sein können.}}",
  notJudged:
    "{count, plural, one {# Antwort konnte nicht geprüft werden} other {# Antworten konnten nicht geprüft werden}}",
  notJudgedHint:
    "Der Coderunner ist ausgefallen. Lassen Sie sie erneut prüfen, oder bewerten Sie sie von Hand.",
  waitForRunner:
    "{count, plural, one {# Antwort wartet auf einen Coderunner} other {# Antworten warten auf einen Coderunner}}",
  manyWaitForRunner: "Mehr als {count} Antworten warten auf einen Coderunner",
  waitForRunnerHint:
    "Kein verbundener Coderunner kann sie zurzeit prüfen. Verbinden Sie einen, der die Sprache anbietet, oder bewerten Sie sie von Hand.",
  toScore: "{count, plural, one {# Abgabe zu bewerten} other {# Abgaben zu bewerten}}",
  toScoreHint:
    "{count, plural, one {Ihr Ergebnis ist endgültig, sobald sie bewertet ist.} other {Ihre Ergebnisse sind endgültig, sobald sie bewertet sind.}}",
  endSoon:
    "{count, plural, one {# Einladung endet innerhalb von 48 Stunden} other {# Einladungen enden innerhalb von 48 Stunden}}",
  manyEndSoon: "Mehr als {count} Einladungen enden innerhalb von 48 Stunden",
  endSoonHint:
    "{count, plural, one {Diese Person hat noch nicht begonnen.} other {Diese Personen haben noch nicht begonnen.}}",
  erasureAsked: "{count, plural, one {# Person bittet um Löschung} other {# Personen bitten um Löschung}}",
  erasureAskedHint: "Löschen Sie ihre Daten, oder lehnen Sie mit einer Begründung ab.",
  lowDisk: "Wenig Speicherplatz",
  backupOverdue: "Sicherung überfällig",
  twinNeeds: "Der zweite Server braucht Aufmerksamkeit",
} as const satisfies Translation<typeof english>;
