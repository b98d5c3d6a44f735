import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "Mot de passe oublié ?",
  forgotText:
    "Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour définir un nouveau mot de passe.",
  email: "E-mail",
  enterEmail: "Saisissez votre adresse e-mail",
  emailRequired: "L’adresse e-mail est requise",
  sendLink: "Envoyer le lien",
  sentTitle: "Consultez votre messagerie",
  sentText:
    "Si un compte existe pour {email}, un e-mail contenant un lien est en route. Le lien est valable une seule fois, pendant 30 minutes.",
  sentHint:
    "Pas d’e-mail ? Regardez dans le dossier des indésirables. Si vous avez reçu une invitation sans jamais vous inscrire, vous n’avez pas de mot de passe : inscrivez-vous d’abord.",
  otherAddress: "Utiliser une autre adresse",
  askTitle: "Demandez un nouveau mot de passe",
  askText:
    "Ce serveur n’envoie pas d’e-mails et ne peut donc pas vous envoyer de lien. Veuillez vous adresser à votre administrateur.",
  askContact: "Contact : {contact}",
  backToSignIn: "Retour à la connexion",
  checkingServer: "Vérification du serveur",
  newTitle: "Définir un nouveau mot de passe",
  newText: "Toutes vos sessions seront alors fermées ; connectez-vous ensuite avec le nouveau mot de passe.",
  newPassword: "Nouveau mot de passe",
  enterNewPassword: "Nouveau mot de passe",
  setPassword: "Définir le mot de passe",
  doneTitle: "Votre mot de passe est défini",
  doneText: "Connectez-vous avec le nouveau mot de passe.",
  goToSignIn: "Aller à la connexion",
  badTitle: "Ce lien ne fonctionne pas",
  requestAnother: "Demander un autre lien",
} as const satisfies Translation<typeof english>;
