/** The question for a name on the page of an invitation: few are asked. */
export const inviteName = {
  nameTitle: "What is your name?",
  nameText: "You were invited by your email address alone. Your name goes with your answers.",
  fullName: "Full name",
  nameMissing: "Please enter your name",
} as const;
