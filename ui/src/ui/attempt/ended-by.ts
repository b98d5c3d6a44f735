/** Who ended a test, in words. */
export const ENDED_BY = {
  candidate: "By the candidate",
  deadline: "By the server, when the time was over",
  admin: "By an administrator",
} as const;
