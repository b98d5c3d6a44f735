/** Parts of all pages: dialogs, buttons, days. */
export const shared = {
  companyLogo: "Company logo",
  questions: "Questions? {contact}",
  typeToConfirm: 'Type "{typed}" to confirm',
  cannotCopy: "This browser does not let the page copy. Select the text and copy it by hand.",
  copied: "Copied",
  close: "Close",
  tryAgain: "Try again",
  nothing: "Nothing",
  dayFromTo: "Enter a day from {from} to {to}.",
  dayNotBefore: "Enter a day as {form}, not before {from}.",
  dayNotAfter: "Enter a day as {form}, not after {to}.",
  dayAs: "Enter a day as {form}.",
  previousMonth: "Previous Month",
  nextMonth: "Next Month",
  // Before a month and its year, for screen readers; the next two before a day.
  month: "Month",
  chooseDay: "Choose",
  dayNotAvailable: "Not available",
  cancel: "Cancel",
  language: "Language",
} as const;
