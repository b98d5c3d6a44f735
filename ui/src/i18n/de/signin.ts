import type { signin as english } from "../en/signin";
import type { Translation } from "../typed";

export const signin = {
  loginFailed: "Anmeldung fehlgeschlagen: {reason}",
  demoSignIn: "Demo: Anmelden mit einem Klick",
  firstRunSetup: "Ersteinrichtung",
  noAdministrator:
    "Dieser Server hat noch keinen Administrator. Wer sein Einrichtungs-Token eingibt, wird Administrator.",
  setUpServer: "Diesen Server einrichten",
  backToSignIn: "Zurück zur Anmeldung",
  pageTitle: "Anmelden | Invigil",
  product: "Sichere Tests vor dem Vorstellungsgespräch, mit Live-Aufsicht",
  checkingServer: "Der Server wird geprüft",
  loadingSession: "Ihre Sitzung wird geladen",
  signInToSeeTests: "Melden Sie sich an, um Ihre Tests zu sehen",
  account: "Konto",
  setupFailed: "Einrichtung fehlgeschlagen: {reason}",
  adminCreated: "Das Administratorkonto wurde angelegt.",
  adminCreatedLogin: "Das Administratorkonto wurde angelegt. Bitte melden Sie sich an.",
  setupToken: "Einrichtungs-Token",
  setupTokenHint: "Der Server hat es beim Start ausgegeben, weil er noch keinen Administrator hat.",
  pasteSetupToken: "Fügen Sie das Einrichtungs-Token ein",
  fullName: "Vollständiger Name",
  enterFullName: "Vor- und Nachname",
  email: "E-Mail",
  emailOrName: "E-Mail-Adresse oder Benutzername",
  enterEmail: "Ihre E-Mail-Adresse",
  password: "Passwort",
  createPassword: "Wählen Sie ein Passwort",
  creatingAccount: "Konto wird angelegt…",
  createAdministrator: "Administrator anlegen",
  loginSuccessful: "Sie sind angemeldet.",
  enterPassword: "Geben Sie Ihr Passwort ein",
  signingIn: "Anmeldung läuft…",
  signIn: "Anmelden",
  signInWith: "Anmelden mit {name}",
  providerNoRole:
    "Sie sind bei Ihrer Firma angemeldet, aber keine Ihrer Gruppen hat hier eine Rolle. Bitte fragen Sie Ihren Administrator.",
  providerEmail:
    "Der Anmeldedienst nennt keine bestätigte E-Mail-Adresse von Ihnen. Bitte fragen Sie Ihren Administrator.",
  providerEmailTaken:
    "Es gibt schon ein Konto mit Ihrer E-Mail-Adresse. Bitte melden Sie sich mit dessen Passwort an, oder fragen Sie Ihren Administrator.",
  providerInactive: "Dieses Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Administrator.",
  providerRefused: "Die Anmeldung wurde abgebrochen oder abgelehnt. Bitte versuchen Sie es noch einmal.",
  providerExpired:
    "Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Bitte melden Sie sich noch einmal an.",
  providerToken: "Die Antwort des Anmeldedienstes ist nicht gültig. Bitte fragen Sie Ihren Administrator.",
  providerFailed:
    "Der Anmeldedienst antwortet nicht. Bitte versuchen Sie es gleich noch einmal, oder melden Sie sich mit einem Passwort an.",
  providerOther:
    "Die Anmeldung ist nicht gelungen. Bitte versuchen Sie es gleich noch einmal, oder fragen Sie Ihren Administrator.",
  signUp: "Registrieren",
  registered: "Ihr Konto wurde angelegt. Bitte melden Sie sich an.",
  registrationFailed: "Registrierung fehlgeschlagen: {reason}",
  createAccount: "Konto anlegen",
  emailRequired: "Bitte geben Sie eine E-Mail-Adresse ein",
  enterValidEmail: "Bitte geben Sie eine gültige E-Mail-Adresse ein",
  fullNameRequired: "Bitte geben Sie Ihren vollständigen Namen ein",
  fullNameTooLong: "Der vollständige Name ist zu lang",
  passwordRequired: "Bitte geben Sie ein Passwort ein",
  setupTokenRequired: "Bitte geben Sie das Einrichtungs-Token ein",
  forgotPassword: "Passwort vergessen?",
  code: "Code",
  codeHint: "Die sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.",
  enterCode: "Geben Sie den Code ein",
  otherAccount: "Mit einem anderen Konto anmelden",
  factorDemanded:
    "Diese Website verlangt einen zweiten Faktor. Richten Sie ihn jetzt ein; danach melden Sie sich damit an.",
  factorDone:
    "Der zweite Faktor ist eingeschaltet. Warten Sie auf den nächsten Code der App und melden Sie sich damit an.",
  factorDue: "Sie sind angemeldet. Bitte richten Sie bis {at} einen zweiten Faktor ein.",
  setUpFactor: "Jetzt einrichten",
} as const satisfies Translation<typeof english>;
