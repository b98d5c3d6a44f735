/** Labels of who ended a test. */
export const ENDED_BY = {
  candidate: "By the candidate",
  deadline: "By the server, when the time was up",
  admin: "By an administrator",
} as const;
