import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Zu Ihren Tests",
  goHome: "Zur Startseite",
  addressConfirmed: "Adresse bestätigt",
  invitationsAppear: "Ihre Einladungen erscheinen jetzt in Ihrem Konto.",
  notConfirmed: "Die Adresse konnte nicht bestätigt werden",
  tryAgain: "Erneut versuchen",
  signInToConfirm: "Melden Sie sich an, um Ihre Adresse zu bestätigen",
  linkCounts: "Der Link gilt, sobald Sie mit der Adresse angemeldet sind, an die er gesendet wurde.",
  goToLogin: "Zur Anmeldung",
  notAnApplicant: "Sie sind als Administrator angemeldet. Der Link ist für das Konto eines Bewerbers.",
  forApplicants: "Dieser Link ist für Bewerber",
  confirmingAddress: "Ihre Adresse wird bestätigt",
} as const satisfies Translation<typeof english>;
