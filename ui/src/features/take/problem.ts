/**
 * Why something does not get through: the server's code and its words, or neither where no word of it came. What the page
 * says about it is made where it is shown (`problem-text.ts`).
 */
export interface Problem {
  code?: string | undefined;
  detail?: string | undefined;
}
