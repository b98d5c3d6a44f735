import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "Antworten auf einen Abschnitt, der vorbei war, werden gesondert aufbewahrt.",
  failedToSubmit: "Der Test konnte nicht abgegeben werden: {reason}",
  serverUnreachable: "Der Server ist nicht erreichbar.",
  failedToStart: "Der Test konnte nicht begonnen werden: {reason}",
  loadingPractice: "Die Übung wird geladen",
  candidate: "Kandidat",
  duration: "Dauer",
  questions: "Fragen",
  start: "Beginnen",
  monitoringRequired:
    "<b>Videoüberwachung ist erforderlich.</b> Wenn Sie beginnen, fragt Ihr Browser nach Kamera und Mikrofon. Während der Test läuft, können Administratoren live Ihr Bild sehen und Ihren Ton hören und einzelne Standbilder Ihrer Kamera bei Ihrem Test speichern. Video und Ton werden nicht aufgezeichnet.",
  monitoringWithClips:
    "<b>Videoüberwachung ist erforderlich.</b> Wenn Sie beginnen, fragt Ihr Browser nach Kamera und Mikrofon. Während der Test läuft, können Administratoren live Ihr Bild sehen und Ihren Ton hören und einzelne Standbilder Ihrer Kamera bei Ihrem Test speichern. Rund um jedes Standbild und jeden Moment, den ein Administrator markiert, wird das Video Ihrer Kamera ohne Ton aufbewahrt: von höchstens 40 Sekunden davor bis 30 Sekunden danach. Anderes Video und Ton werden nicht aufgezeichnet.",
  clipsAlso: "<b>Auch rund um diese Momente wird Video aufbewahrt:</b> {moments}.",
  momentTabHidden: "wenn Sie diese Seite verlassen",
  momentFullscreenLeft: "wenn Sie das Vollbild verlassen",
  momentPaste: "wenn Sie etwas einfügen",
  momentSecondScreen: "wenn ein zweiter Bildschirm angeschlossen ist",
  momentCameraLost: "wenn Ihre Kamera stoppt",
  recordedBesides:
    "<b>Was außer Ihren Antworten erfasst wird:</b> wie lange jede Frage zu sehen ist, wann Sie diese Seite oder das Vollbild verlassen, wie viel Sie einfügen (nie was), ob ein zweiter Bildschirm angeschlossen ist, falls Ihr Browser es meldet, wann Ihre Kamera aus ist, und Standbilder Ihrer Kamera. Die Administratoren sehen es bei Ihrem Ergebnis und bewahren es so lange auf wie Ihr Ergebnis. Nichts davon beendet Ihren Test automatisch.",
  opensFullscreen:
    "Dieser Test öffnet sich im Vollbild, wo dies möglich ist. Das Verlassen des Vollbilds wird vermerkt, beendet den Test aber nicht.",
  startTest: "Test beginnen",
  cameraAsked: "Ihr Browser fragt nach der Kamera. Bitte antworten Sie ihm, um fortzufahren.",
  yourAnswer: "Ihre Antwort",
  writeAnswerHere: "Schreiben Sie hier Ihre Antwort",
  loadingAnswerField: "Das Antwortfeld wird geladen…",
  clearAnswer: "Antwort löschen",
  question: "Frage {number}",
  markedForLater: "Für später vorgemerkt",
  markForLater: "Für später vormerken",
  passage: "Text zur Frage",
  instructions: "Hinweise zu diesem Abschnitt",
  previous: "Zurück",
  submitTest: "Test abgeben",
  next: "Weiter",
  questionOf: "Frage {number} von {total}",
  allQuestions: "Alle Fragen",
  questionsAnswered: "Beantwortete Fragen",
  submitQuestion: "Ihren Test abgeben? Nach der Abgabe können Sie nichts mehr ändern.",
  loadingSection: "Der Abschnitt wird geladen",
  timeLeft: "Verbleibende Zeit",
  connectionLost:
    "Die Verbindung ist unterbrochen. Sie können weiterarbeiten; Ihre Antworten bleiben erhalten.",
  keepsNothing:
    "<b>Dieser Browser lässt die Seite keine Antworten auf dem Computer speichern.</b> Lassen Sie diese Seite geöffnet, bis oben steht, dass Ihre Antworten auf dem Server gespeichert sind.",
  notOnServer:
    "<b>Ihre letzten Antworten sind noch nicht auf dem Server.</b> {detail} Nichts geht verloren: Die Seite behält sie und versucht es weiter.",
  openElsewhere:
    "<b>Dieser Test ist jetzt in einem anderen Browser oder auf einem anderen Gerät geöffnet.</b> Machen Sie dort weiter. Was Sie hier schreiben, wird für die Prüfer aufbewahrt, zählt aber nicht automatisch.",
  partFails: "Ein Teil dieser Seite fällt immer wieder aus",
  answersKept: "Ihre Antworten bleiben erhalten. Die Seite versucht es von selbst weiter.",
  reload: "Neu laden",
  cannotBeLoaded: "Der Test kann gerade nicht geladen werden",
  staysOpen: "{problem} Diese Seite bleibt geöffnet und versucht es weiter; nichts geht verloren.",
  loadingTest: "Der Test wird geladen",
  unableToLoad: "Der Test konnte nicht geladen werden: {detail}",
  clockStarts:
    "Die Zeit beginnt mit dem Test und wird nicht angehalten. Ihre Antworten werden gespeichert, während Sie schreiben, auch wenn Ihre Verbindung abbricht. Jede Fassung Ihrer Antwort wird aufbewahrt, auch Text, den Sie löschen.",
  clockStartsTyped:
    "Die Zeit beginnt mit dem Test und wird nicht angehalten. Ihre Antworten werden gespeichert, während Sie schreiben, auch wenn Ihre Verbindung abbricht. Jede Fassung Ihrer Antwort wird aufbewahrt, auch Text, den Sie löschen, und wann Sie ihn geschrieben haben.",
  pageTitle: "{title} - Invigil",
  kibUsed: "{used} von {limit} KiB verwendet",
  overLimit:
    "Eine Antwort kann höchstens {limit} KiB Text enthalten. Die letzte Änderung wurde abgelehnt: Kürzen Sie den Text und versuchen Sie es erneut.",
  minutesLeft: "{count, plural, one {noch # Minute} other {noch # Minuten}}",
  minutesLeftInSection:
    "{count, plural, one {noch # Minute in diesem Abschnitt} other {noch # Minuten in diesem Abschnitt}}",
  keptUntilBack:
    "{place, select, computer {Auf diesem Computer gespeichert, bis die Verbindung wieder da ist} other {Nur auf dieser Seite gespeichert, bis die Verbindung wieder da ist}}",
  keptWhileBusy:
    "{place, select, computer {Auf diesem Computer gespeichert, solange der Server ausgelastet ist} other {Nur auf dieser Seite gespeichert, solange der Server ausgelastet ist}}",
  keptNotAccepted:
    "{place, select, computer {Auf diesem Computer gespeichert, vom Server nicht angenommen} other {Nur auf dieser Seite gespeichert, vom Server nicht angenommen}}",
  keptBlocked:
    "{place, select, computer {Auf diesem Computer gespeichert} other {Nur auf dieser Seite gespeichert}}: {count, plural, one {# Antwort ist} other {# Antworten sind}} noch nicht auf dem Server",
  savedAsTyped: "Ihre Antworten werden beim Schreiben gespeichert",
  savedAt: "Um {time} auf dem Server gespeichert",
  saving: "Wird gespeichert…",
  keptAside: "Gesondert aufbewahrt: Dieser Test ist in einem anderen Browser geöffnet",
  goToNumber: "Zu Frage {number} gehen",
  noCameraAgreed:
    "Sie absolvieren diesen Test wie vereinbart ohne Kamera. Es wird nicht nach ihr gefragt, und dass sie fehlt, wird Ihnen nicht zum Nachteil ausgelegt.",
} as const satisfies Translation<typeof english>;
