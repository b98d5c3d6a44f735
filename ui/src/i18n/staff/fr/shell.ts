import type { Translation } from "../../typed";
import type { shell as english } from "../en/shell";

export const shell = {
  welcome: "Bienvenue, {name}",
  skipToContent: "Aller au contenu",
  account: "Compte",
  changePassword: "Changer le mot de passe",
  security: "Sécurité",
  apiTokens: "Jetons d’API",
  siteTheme: "Utiliser le thème du site",
  systemTheme: "Thème : système (clair ou sombre selon cet appareil)",
  logout: "Se déconnecter",
  loggedOut: "Vous êtes déconnecté",
  language: "Langue",
  stepDone: "remis",
  stepInProgress: "en cours",
  stepScheduled: "planifiés",
  stepNotStarted: "pas commencés",
  stepExpired: "expirés",
  median: "médiane {score}",
  noInvitationsYet: "Pas encore d’invitations",
  countInvited: "{count, plural, one {# invité} other {# invités}}",
  countDone: "{count} remis",
  finalCount: "{final} sur {total} définitifs",
} as const satisfies Translation<typeof english>;
