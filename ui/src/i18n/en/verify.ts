/** The page that confirms an email address. */
export const verify = {
  invigil: "{title} | Invigil",
  goToTests: "Go to your tests",
  goHome: "Go Home",
  addressConfirmed: "Address confirmed",
  invitationsNowAppear: "Your invitations now appear in your account.",
  addressCouldNot: "The address could not be confirmed",
  tryAgain: "Try again",
  signInTo: "Sign in to confirm your address",
  linkCountsOnce: "The link counts once you are signed in with the address that it was sent to.",
  goToLogin: "Go to Login",
  youSignedIn: "You are signed in as an administrator. The link is for an applicant's account.",
  linkForApplicants: "This link is for applicants",
  confirmingAddress: "Confirming your address",
} as const;
