/** The page itself failed, or is loading. */
export const app = {
  noSuchPage: "This page does not exist.",
  pageNotFound: "Page not found",
  checkAddress: "The address may be mistyped, or the page has moved. Nothing is lost.",
  partMissing: "A part of the page could not be loaded. Check your connection and reload.",
  replaced: "The site has been updated. Reload this page: what you typed is kept.",
  ranIntoProblem: "The page ran into a problem. Reload it to continue.",
  startingPageAgain: "Starting the page again",
  failed: "Unexpected Application Error!",
  reload: "Reload",
  goToStart: "Go to the start page",
  loadingPage: "Loading the page",
} as const;
