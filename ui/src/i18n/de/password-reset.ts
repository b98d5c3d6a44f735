import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "Passwort vergessen?",
  forgotText:
    "Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.",
  email: "E-Mail",
  enterEmail: "Ihre E-Mail-Adresse",
  emailRequired: "Die E-Mail-Adresse ist erforderlich",
  sendLink: "Link senden",
  sentTitle: "Sehen Sie in Ihrem Postfach nach",
  sentText:
    "Wenn es zu {email} ein Konto gibt, ist eine E-Mail mit einem Link unterwegs. Der Link kann einmal verwendet werden und gilt 30 Minuten.",
  sentHint:
    "Keine E-Mail? Sehen Sie im Spam-Ordner nach. Wer eingeladen wurde und sich nie registriert hat, hat kein Passwort: Registrieren Sie sich zuerst.",
  otherAddress: "Andere Adresse verwenden",
  askTitle: "Bitten Sie um ein neues Passwort",
  askText:
    "Dieser Server versendet keine E-Mails und kann Ihnen daher keinen Link senden. Bitte wenden Sie sich an Ihren Administrator.",
  askContact: "Kontakt: {contact}",
  backToSignIn: "Zurück zur Anmeldung",
  checkingServer: "Der Server wird geprüft",
  newTitle: "Neues Passwort festlegen",
  newText: "Danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.",
  newPassword: "Neues Passwort",
  enterNewPassword: "Neues Passwort eingeben",
  setPassword: "Passwort festlegen",
  doneTitle: "Ihr Passwort ist festgelegt",
  doneText: "Melden Sie sich mit dem neuen Passwort an.",
  goToSignIn: "Zur Anmeldung",
  badTitle: "Dieser Link funktioniert nicht",
  requestAnother: "Neuen Link anfordern",
} as const satisfies Translation<typeof english>;
