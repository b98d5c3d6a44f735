/** The test page until its first paint; the parts that load later have files of their own. */
export const take = {
  answersSetAside: "Answers to a section that was over are kept aside.",
  failedToSubmit: "Failed to submit test: {reason}",
  serverUnreachable: "The server cannot be reached.",
  failedToStart: "Failed to start test: {reason}",
  loadingPractice: "Loading the practice",
  candidate: "Candidate",
  duration: "Duration",
  questions: "Questions",
  start: "Start",
  monitoringRequired:
    "<b>Video monitoring is required.</b> Your browser will ask for your camera and microphone when you start. While the test runs, administrators can watch your picture and hear your sound live, and can store single screenshots of your camera with your attempt. Video and sound are not recorded.",
  monitoringWithClips:
    "<b>Video monitoring is required.</b> Your browser will ask for your camera and microphone when you start. While the test runs, administrators can watch your picture and hear your sound live, and can store single screenshots of your camera with your attempt. Around each screenshot, and around each moment that an administrator flags, the video of your camera is kept, without sound: from up to 40 seconds before until 30 seconds after. No other video and no sound is recorded.",
  clipsAlso: "<b>Video is also kept around these moments:</b> {moments}.",
  momentTabHidden: "when you leave this page",
  momentFullscreenLeft: "when you leave full screen",
  momentPaste: "when you paste",
  momentSecondScreen: "when a second screen is connected",
  momentCameraLost: "when your camera stops",
  recordedBesides:
    "<b>What is recorded besides your answers:</b> how long each question is in view, when you leave this page or full screen, how much you paste (never what), whether a second screen is connected, if your browser reports it, when your camera is off, and screenshots of your camera. The administrators see it with your result and keep it for as long as they keep your result. None of it ends your test automatically.",
  opensFullscreen:
    "This test opens in full screen where supported. Leaving full screen is recorded but does not end the test.",
  startTest: "Start Test",
  cameraAsked: "Your browser is asking for the camera. Please answer it to continue.",
  yourAnswer: "Your answer",
  writeAnswerHere: "Write your answer here",
  loadingAnswerField: "Loading the answer field…",
  clearAnswer: "Clear answer",
  question: "Question {number}",
  markedForLater: "Marked for later",
  markForLater: "Mark for later",
  passage: "Passage",
  instructions: "Instructions of this section",
  previous: "Previous",
  submitTest: "Submit Test",
  next: "Next",
  questionOf: "Question {number} of {total}",
  allQuestions: "All questions",
  questionsAnswered: "Questions answered",
  submitQuestion: "Submit your test? After submitting you cannot change anything.",
  loadingSection: "Loading the section",
  timeLeft: "Time left",
  connectionLost: "The connection is lost. You can continue; your answers are kept.",
  keepsNothing:
    "<b>This browser does not let the page keep answers on the computer.</b> Keep this page open until the header says that your answers are saved on the server.",
  notOnServer:
    "<b>Your last answers are not on the server yet.</b> {detail} Nothing is lost: the page keeps them and keeps trying.",
  openElsewhere:
    "<b>This test is now open in another browser or on another device.</b> Continue there. What you write here is kept for the reviewer, but does not count automatically.",
  partFails: "A part of this page keeps failing",
  answersKept: "Your answers are kept. The page goes on trying by itself.",
  reload: "Reload",
  cannotBeLoaded: "The test cannot be loaded right now",
  staysOpen: "{problem} This page stays open and keeps trying; nothing is lost.",
  loadingTest: "Loading the test",
  unableToLoad: "Unable to load test: {detail}",
  clockStarts:
    "The clock starts with the test and does not stop. Your answers are saved as you type, even if your connection drops. Every version of your answer is kept, including text you delete.",
  clockStartsTyped:
    "The clock starts with the test and does not stop. Your answers are saved as you type, even if your connection drops. Every version of your answer is kept, including text you delete, and when you typed it.",
  pageTitle: "{title} - Invigil",
  kibUsed: "{used} of {limit} KiB used",
  overLimit:
    "An answer can hold at most {limit} KiB of text. The last change was rejected: shorten the text and try again.",
  minutesLeft: "{count, plural, one {# minute left} other {# minutes left}}",
  minutesLeftInSection:
    "{count, plural, one {# minute left in this section} other {# minutes left in this section}}",
  keptUntilBack:
    "{place, select, computer {Kept on this computer until the connection is back} other {Kept in this page only until the connection is back}}",
  keptWhileBusy:
    "{place, select, computer {Kept on this computer while the server is busy} other {Kept in this page only while the server is busy}}",
  keptNotAccepted:
    "{place, select, computer {Kept on this computer, not accepted by the server} other {Kept in this page only, not accepted by the server}}",
  keptBlocked:
    "{place, select, computer {Kept on this computer} other {Kept in this page only}}: {count, plural, one {# answer} other {# answers}} not on the server yet",
  savedAsTyped: "Your answers are saved as you type",
  savedAt: "Saved on the server at {time}",
  saving: "Saving...",
  keptAside: "Kept aside: this test is open in another browser",
  goToNumber: "Go to question {number}",
  noCameraAgreed:
    "You take this test without a camera, as agreed. Nothing asks for it, and its absence is no mark against you.",
} as const;
