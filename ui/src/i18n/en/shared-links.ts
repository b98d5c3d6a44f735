/** Results that are shown to a person without an account, by a link. */
export const sharedLinks = {
  notScored: "not scored yet",
  answer: "Answer",
  noAnswer: "No answer",
  soFar: "{score} so far, not final",
  loading: "Loading the results",
  pageTitle: "{title} | Invigil",
  title: "Shared results | Invigil",
  print: "Print",
  gone: "This link is no longer valid",
  notLoaded: "The results could not be loaded",
  inConfidence: "Shown to you in confidence until {date}.",
  historyOf: "History of {name}",
  historyOfAnswer: "History of the answer to",
  hiddenName: "Hidden name",
  candidateNumber: "Candidate {number}",
  question: "Question {number}",
} as const;
