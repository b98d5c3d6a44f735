/** The page that confirms an email address. */
export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Go to your tests",
  goHome: "Go Home",
  addressConfirmed: "Address confirmed",
  invitationsAppear: "Your invitations now appear in your account.",
  notConfirmed: "The address could not be confirmed",
  tryAgain: "Try again",
  signInToConfirm: "Sign in to confirm your address",
  linkCounts: "The link counts once you are signed in with the address that it was sent to.",
  goToLogin: "Go to Login",
  notAnApplicant: "You are signed in as an administrator. The link is for an applicant's account.",
  forApplicants: "This link is for applicants",
  confirmingAddress: "Confirming your address",
} as const;
