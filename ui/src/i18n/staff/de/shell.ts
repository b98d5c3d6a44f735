import type { Translation } from "../../typed";
import type { shell as english } from "../en/shell";

export const shell = {
  welcome: "Willkommen, {name}",
  skipToContent: "Zum Inhalt springen",
  account: "Konto",
  changePassword: "Passwort ändern",
  security: "Sicherheit",
  apiTokens: "API-Token",
  siteTheme: "Farbschema der Website verwenden",
  systemTheme: "Farbschema: System (hell oder dunkel wie auf diesem Gerät)",
  logout: "Abmelden",
  loggedOut: "Sie sind abgemeldet",
  language: "Sprache",
  stepDone: "abgegeben",
  stepInProgress: "in Bearbeitung",
  stepScheduled: "mit Termin",
  stepNotStarted: "nicht begonnen",
  stepExpired: "abgelaufen",
  median: "Median {score}",
  noInvitationsYet: "Noch keine Einladungen",
  countInvited: "{count} eingeladen",
  countDone: "{count} abgegeben",
  finalCount: "{final} von {total} endgültig",
} as const satisfies Translation<typeof english>;
