/** The exam session of a candidate, on the page before the test. */
export const examSession = {
  title: "Your exam session",
  code: "Show this code at the entrance:",
  picture: "The same code for a camera",
  roomCode: "Code shown in the room",
  checkIn: "Check in",
  checkedIn: "You are checked in since {time}.",
  together: "Everyone begins together. Keep this page open: your test begins by itself.",
  unset: "The start is not set yet.",
  beginsIn: "Your test begins in {time}.",
  beginsNow: "Your test begins now.",
  offline: "The connection is lost. This page tries again by itself. You keep your full time.",
  ready: "Check your camera meanwhile, so that nothing delays you.",
  waiting: "You are in the waiting room. A proctor lets you in; please keep this page open.",
  waitingMeanwhile: "Meanwhile check your camera, and read what is written here.",
  letIn: "You have been let in. You can start the test.",
} as const;
