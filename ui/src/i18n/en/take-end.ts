/** The submit and the end of a test. */
export const takeEnd = {
  yourAnswer: "Your answer",
  fieldNotShown: "The field of this question cannot be shown now. The other questions can be answered.",
  questionOf: "Question {number} of {total}",
  question: "Question",
  previous: "Previous",
  next: "Next",
  submitTest: "Submit Test",
  notSubmittedYet: "Not submitted yet: {problem}",
  takesMoment: "This takes a moment. Please keep the page open.",
  backToTest: "Back to the test",
  tryAgain: "Try again",
  fileMeans:
    "If the connection does not come back, save your answers to a file and give it to your administrator. They are added to your test as late answers, which a reviewer decides on.",
  saveAnswers: "Save answers to a file",
  testWasWithdrawn: "This test was withdrawn",
  deletedByAdministrator: "Your administrator deleted it. You do not have to do anything more.",
  answersOnComputer:
    "Your answers are no longer on the server. {place, select, computer {This computer still has those that you wrote here.} other {Only this page still has those that you wrote here: save them to a file before you close it.}}",
  deleteAnswers: "{place, select, computer {Delete them from this computer} other {Delete them}}",
  deleteTitle: "Delete your answers?",
  deleteMeans:
    "{place, select, computer {They are no longer on the server, and this computer has the only copy.} other {They are no longer on the server, and this page has the only copy.}} Once they are deleted, nothing brings them back.",
  deleteForGood: "Delete for good",
  submitUnanswered: "Submit with unanswered questions?",
  submitMarked: "Submit with questions marked for later?",
  submitTestQuestion: "Submit your test?",
  timeLeft: "Time left: {time}.",
  unanswered: "Unanswered",
  markedForLater: "Marked for later",
  submitted: "Test submitted successfully! {score}",
  timeUpSubmitted: "The time is up. Test submitted successfully! {score}",
  adminEnded: "Your administrator ended the test. {score}",
  submittedMissing: "Test submitted. {count, plural, one {# answer} other {# answers}} not arrived yet.",
  timeUpMissing:
    "The time is up. Test submitted. {count, plural, one {# answer} other {# answers}} not arrived yet.",
  adminEndedMissing:
    "Your administrator ended the test. {count, plural, one {# answer} other {# answers}} not arrived yet.",
  answersWait: "Answers wait for a review.",
  score: "Score: {percent}%",
  plainSubmit:
    "{count, plural, =0 {Submit the test? You cannot change your answers afterwards.} one {Submit the test, with # unanswered question? You cannot change your answers afterwards.} other {Submit the test, with # unanswered questions? You cannot change your answers afterwards.}}",
  submitting: "Submitting your test",
  submittingTimeUp: "Time is up. Submitting your test",
  testEnded: "Your test has ended",
  keptTellAdministrator:
    "{place, select, computer {Your answers are kept on this computer.} other {Your answers are kept in this page only: do not close it.}} Please tell your administrator.",
  keptRetries:
    "{place, select, computer {Your answers are kept on this computer.} other {Your answers are kept in this page only.}} Keep this page open: it will retry automatically.",
  heldAnswers:
    "{count, plural, one {Your answer to question {numbers} is not on the server. If you submit now, it becomes a late answer, which a reviewer decides on.} other {Your answers to questions {numbers} are not on the server. If you submit now, they become late answers, which a reviewer decides on.}}",
  allAnswered: "Every question has an answer. After submitting you cannot change anything.",
  unansweredOf:
    "{blank, plural, one {# of {questions} is unanswered.} other {# of {questions} are unanswered.}} After submitting you cannot change anything.",
  heldTitle:
    "{count, plural, one {Your answer to question {numbers} is not on the server.} other {Your answers to questions {numbers} are not on the server.}}",
  heldRefused:
    "{count, plural, one {The server refuses it: {refusal}} other {The server refuses them: {refusal}}} {place, select, computer {This computer} other {This page alone}} {count, plural, one {keeps it} other {keeps them}}.",
  heldStopped:
    "{count, plural, one {Something on the network stops it.} other {Something on the network stops them.}} {place, select, computer {This computer} other {This page alone}} {count, plural, one {keeps it} other {keeps them}}, and the page keeps trying; you can go on and submit. What arrives after that is a late answer.",
  noAnswer: "(no answer)",
} as const;
