import type { Translation } from "../../typed";
import type { testChecks as english } from "../en/test-checks";

export const testChecks = {
  judgeTitle: "Code erneut prüfen",
  judgeAgain: "Erneut prüfen",
  counting: "Die Antworten werden gezählt.",
  noCode: "Zu diesem Test wurde noch kein Code abgegeben.",
  otherTests:
    "{count, plural, one {# Antwort hatte} other {# Antworten hatten}} andere Testfälle, als dieser Test jetzt hat.",
  alreadyWaited: "{count, plural, one {# Antwort wartete} other {# Antworten warteten}} bereits.",
  keepTests:
    "{count, plural, one {# Antwort behält ihre} other {# Antworten behalten ihre}} alten Testfälle: Seitdem wurde geändert, ob Testfälle oder Personen die Frage bewerten.",
  runOn:
    "Die jetzigen Testfälle laufen mit {count, plural, one {# abgegebenen Antwort} other {# abgegebenen Antworten}}.",
  unchanged: "Die Testfälle haben sich seitdem nicht geändert.",
  provisional: "Ihre Ergebnisse sind bis dahin vorläufig. Bewertungen von Personen bleiben.",
  noVerdict:
    "{count, plural, one {# Antwort hatte} other {# Antworten hatten}} kein Urteil: Der Coderunner ist daran gescheitert.",
  dryRunAt: "Probeprüfung um {time}, {answers}:",
  dryRunning: "Probeprüfung: {percent} %. Sie können dieses Fenster inzwischen schließen.",
  dryRunHint: "Eine Probeprüfung zeigt, wessen Ergebnisse sich ändern würden. Sie speichert keine Urteile.",
  stopDryRun: "Probeprüfung abbrechen",
  dryRunAgain: "Erneute Probeprüfung",
  dryRun: "Probeprüfung",
  willBeJudged: "{count, plural, one {# Antwort wird} other {# Antworten werden}} erneut geprüft",
  judgingAgain: "Code wird erneut geprüft",
  notJudged: "Der Code kann nicht erneut geprüft werden: {reason}",
  dryRunFailed: "Die Probeprüfung kann nicht beginnen: {reason}",
  cannotStart: "Kein Kandidat kann beginnen. {why}",
  lacksRunner:
    "Code kann derzeit nicht geprüft werden: Kein Coderunner ist verbunden. Kandidaten können den Test machen; ihr Code wartet, bis einer verbunden ist.",
  lacksLanguages:
    "Code in {languages} kann derzeit nicht geprüft werden: Kein Coderunner bietet es an. Kandidaten können den Test machen; ihr Code wartet, bis einer es tut.",
  unsolved: "Keine Musterlösung zeigt, dass die verborgenen Testfälle bestanden werden können: {question}",
  failedSolution: "{objection} Die Frage: {question}",
  translationMissing:
    "{count, plural, one {# Text ist} other {# Texte sind}} nicht übersetzt ({name}). Kandidaten sehen dort das Original.",
  translationChanged:
    "{count, plural, one {# Ausgangstext hat} other {# Ausgangstexte haben}} sich seit der Übersetzung ({name}) geändert. Kandidaten sehen dort das Original.",
  noRunner: "Code kann nicht geprüft werden: kein Coderunner",
  noRunnerFor: "Kein Coderunner für {languages}",
  trialOf: "Probelauf: {title}",
  trialText:
    "Er zählt nicht: Er steht in keiner Liste oder Statistik. Er wird nach einem Tag oder beim Neustart des Servers entfernt.",
  answersAndKey: "Antworten und Lösungen",
  trialPage: "Probelauf | Invigil",
  toTests: "Zu den Tests",
  trialOver: "Dieser Probelauf ist vorbei",
  trialNotLoaded: "Das Ergebnis dieses Probelaufs konnte nicht geladen werden",
  trialOverText: "Probeläufe werden einen Tag aufbewahrt. Öffnen Sie vom Test aus einen neuen.",
  loadingResult: "Das Ergebnis wird geladen",
  trialNotOpened: "Der Probelauf wurde nicht geöffnet: {reason}",
  tabBlocked:
    "Ihr Browser hat den Tab des Probelaufs blockiert. Erlauben Sie Pop-ups dieser Website, und versuchen Sie es erneut.",
  paper: "Fragebogen",
  size: "{questions}, {points}",
  section: "Abschnitt {number}",
  fromBank: ", aus dem Fragenkatalog, Version {version}",
  paperOf: "Ein Fragebogen von „{title}“",
  paperUnsaved: "Wie ein Kandidat ihn erhalten könnte, ohne nicht gespeicherte Änderungen.",
  paperText: "Wie ein Kandidat ihn erhalten könnte.",
  close: "Schließen",
  drawAnother: "Neu auslosen",
  noPaper: "Es kann kein Fragebogen ausgelost werden",
  paperLanguage: "Sprache",
  paperOriginal: "Original",
  readInOriginal: "Im Original: Auf {name} fehlt ein Text davon oder gehört zu einem früheren Original.",
  drawing: "Ein Fragebogen wird ausgelost",
} as const satisfies Translation<typeof english>;
