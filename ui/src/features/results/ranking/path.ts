/** The page of the results of a test. */
export const rankingPath = (test: string) => `/admin/tests/${encodeURIComponent(test)}/results`;
