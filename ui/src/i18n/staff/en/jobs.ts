/** Background jobs: progress and outcome. */
export const jobs = {
  title: "Your background jobs",
  fileCheck: "Reading a file",
  testImport: "Import of tests",
  questionImport: "Import of questions",
  comparison: "Comparison of answers",
  dryRun: "Dry run of changed tests",
  named: "{kind}: {subject}",
  steps: "{done} of {total}, {elapsed}",
  goesOn: "It goes on if you leave this page.",
  cancel: "Cancel",
  notCancelled: "Not cancelled: {reason}",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted: the server stopped. Please start it again.",
  failedBecause: "Failed: {reason}",
} as const;
