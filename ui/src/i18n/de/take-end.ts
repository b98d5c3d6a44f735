import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "Ihre Antwort",
  fieldNotShown:
    "Das Feld dieser Frage kann gerade nicht angezeigt werden. Die anderen Fragen können Sie beantworten.",
  questionOf: "Frage {number} von {total}",
  question: "Frage",
  previous: "Zurück",
  next: "Weiter",
  submitTest: "Test abgeben",
  notSubmittedYet: "Noch nicht abgegeben: {problem}",
  takesMoment: "Das dauert einen Moment. Bitte lassen Sie die Seite geöffnet.",
  backToTest: "Zurück zum Test",
  tryAgain: "Erneut versuchen",
  fileMeans:
    "Wenn die Verbindung nicht wiederkommt, speichern Sie Ihre Antworten in einer Datei und geben Sie sie Ihrem Administrator. Sie werden Ihrem Test als verspätete Antworten hinzugefügt, über die ein Prüfer entscheidet.",
  saveAnswers: "Antworten in einer Datei speichern",
  testWasWithdrawn: "Dieser Test wurde zurückgezogen",
  deletedByAdministrator: "Ihr Administrator hat ihn gelöscht. Sie müssen nichts weiter tun.",
  answersOnComputer:
    "Ihre Antworten sind nicht mehr auf dem Server. {place, select, computer {Dieser Computer hat noch die, die Sie hier geschrieben haben.} other {Nur diese Seite hat noch die, die Sie hier geschrieben haben: Speichern Sie sie in einer Datei, bevor Sie die Seite schließen.}}",
  deleteAnswers: "{place, select, computer {Von diesem Computer löschen} other {Löschen}}",
  deleteTitle: "Ihre Antworten löschen?",
  deleteMeans:
    "{place, select, computer {Sie sind nicht mehr auf dem Server, und nur dieser Computer hat sie noch.} other {Sie sind nicht mehr auf dem Server, und nur diese Seite hat sie noch.}} Wenn sie gelöscht sind, bringt sie nichts zurück.",
  deleteForGood: "Endgültig löschen",
  submitUnanswered: "Mit unbeantworteten Fragen abgeben?",
  submitMarked: "Mit vorgemerkten Fragen abgeben?",
  submitTestQuestion: "Ihren Test abgeben?",
  timeLeft: "Verbleibende Zeit: {time}.",
  unanswered: "Unbeantwortet",
  markedForLater: "Für später vorgemerkt",
  submitted: "Ihr Test wurde abgegeben. {score}",
  timeUpSubmitted: "Die Zeit ist abgelaufen. Ihr Test wurde abgegeben. {score}",
  adminEnded: "Ihr Administrator hat den Test beendet. {score}",
  submittedMissing:
    "Ihr Test wurde abgegeben. {count, plural, one {# Antwort ist} other {# Antworten sind}} noch nicht angekommen.",
  timeUpMissing:
    "Die Zeit ist abgelaufen. Ihr Test wurde abgegeben. {count, plural, one {# Antwort ist} other {# Antworten sind}} noch nicht angekommen.",
  adminEndedMissing:
    "Ihr Administrator hat den Test beendet. {count, plural, one {# Antwort ist} other {# Antworten sind}} noch nicht angekommen.",
  answersWait: "Einige Antworten müssen noch bewertet werden.",
  score: "Ergebnis: {percent} %",
  plainSubmit:
    "{count, plural, =0 {Den Test abgeben? Danach können Sie Ihre Antworten nicht mehr ändern.} one {Den Test mit # unbeantworteten Frage abgeben? Danach können Sie Ihre Antworten nicht mehr ändern.} other {Den Test mit # unbeantworteten Fragen abgeben? Danach können Sie Ihre Antworten nicht mehr ändern.}}",
  submitting: "Ihr Test wird abgegeben",
  submittingTimeUp: "Die Zeit ist abgelaufen. Ihr Test wird abgegeben",
  testEnded: "Ihr Test ist beendet",
  keptTellAdministrator:
    "{place, select, computer {Ihre Antworten sind auf diesem Computer gespeichert.} other {Ihre Antworten sind nur auf dieser Seite gespeichert: Schließen Sie sie nicht.}} Bitte informieren Sie Ihren Administrator.",
  keptRetries:
    "{place, select, computer {Ihre Antworten sind auf diesem Computer gespeichert.} other {Ihre Antworten sind nur auf dieser Seite gespeichert.}} Lassen Sie diese Seite geöffnet: Sie versucht es automatisch weiter.",
  heldAnswers:
    "{count, plural, one {Ihre Antwort auf Frage {numbers} ist nicht auf dem Server. Wenn Sie jetzt abgeben, wird sie zu einer verspäteten Antwort, über die ein Prüfer entscheidet.} other {Ihre Antworten auf die Fragen {numbers} sind nicht auf dem Server. Wenn Sie jetzt abgeben, werden sie zu verspäteten Antworten, über die ein Prüfer entscheidet.}}",
  allAnswered: "Alle Fragen sind beantwortet. Nach der Abgabe können Sie nichts mehr ändern.",
  unansweredOf:
    "{blank, plural, one {# von {questions} ist unbeantwortet.} other {# von {questions} sind unbeantwortet.}} Nach der Abgabe können Sie nichts mehr ändern.",
  heldTitle:
    "{count, plural, one {Ihre Antwort auf Frage {numbers} ist nicht auf dem Server.} other {Ihre Antworten auf die Fragen {numbers} sind nicht auf dem Server.}}",
  heldRefused:
    "{place, select, computer {{count, plural, one {Der Server lehnt sie ab: {refusal} Dieser Computer behält sie.} other {Der Server lehnt sie ab: {refusal} Dieser Computer behält sie.}}} other {{count, plural, one {Der Server lehnt sie ab: {refusal} Nur diese Seite behält sie.} other {Der Server lehnt sie ab: {refusal} Nur diese Seite behält sie.}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, one {Etwas im Netzwerk hält sie auf. Dieser Computer behält sie, und die Seite versucht es weiter; Sie können weiterarbeiten und abgeben. Was danach ankommt, ist eine verspätete Antwort.} other {Etwas im Netzwerk hält sie auf. Dieser Computer behält sie, und die Seite versucht es weiter; Sie können weiterarbeiten und abgeben. Was danach ankommt, ist eine verspätete Antwort.}}} other {{count, plural, one {Etwas im Netzwerk hält sie auf. Nur diese Seite behält sie, und die Seite versucht es weiter; Sie können weiterarbeiten und abgeben. Was danach ankommt, ist eine verspätete Antwort.} other {Etwas im Netzwerk hält sie auf. Nur diese Seite behält sie, und die Seite versucht es weiter; Sie können weiterarbeiten und abgeben. Was danach ankommt, ist eine verspätete Antwort.}}}}",
  noAnswer: "(keine Antwort)",
} as const satisfies Translation<typeof english>;
