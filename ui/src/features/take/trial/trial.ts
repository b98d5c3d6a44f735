/** Whether a link opens a trial: an author takes the own test (docs/behaviour/tests.md#trials). */
export const isTrial = (token: string) => token.startsWith("trial-");
