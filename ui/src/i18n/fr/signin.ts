import type { signin as english } from "../en/signin";
import type { Translation } from "../typed";

export const signin = {
  loginFailed: "La connexion a échoué : {reason}",
  demoSignIn: "Démo : se connecter en un clic",
  firstRunSetup: "Première configuration",
  noAdministrator:
    "Ce serveur n’a pas encore d’administrateur. La personne qui saisit son jeton d’installation le devient.",
  setUpServer: "Configurer ce serveur",
  backToSignIn: "Retour à la connexion",
  pageTitle: "Connexion | Invigil",
  product: "Évaluations sécurisées avant l’entretien, avec surveillance en direct",
  checkingServer: "Vérification du serveur",
  loadingSession: "Chargement de votre session",
  signInToSeeTests: "Connectez-vous pour voir vos tests",
  account: "Compte",
  setupFailed: "La configuration a échoué : {reason}",
  adminCreated: "L’administrateur a été créé.",
  adminCreatedLogin: "L’administrateur a été créé. Veuillez vous connecter.",
  setupToken: "Jeton d’installation",
  setupTokenHint: "Le serveur l’a affiché au démarrage, car il n’a pas encore d’administrateur.",
  pasteSetupToken: "Collez le jeton d’installation",
  fullName: "Nom complet",
  enterFullName: "Saisissez votre nom complet",
  email: "E-mail",
  emailOrName: "Adresse e-mail ou nom d’utilisateur",
  enterEmail: "Saisissez votre adresse e-mail",
  password: "Mot de passe",
  createPassword: "Choisissez un mot de passe",
  creatingAccount: "Création du compte…",
  createAdministrator: "Créer l’administrateur",
  loginSuccessful: "Connexion réussie.",
  enterPassword: "Saisissez votre mot de passe",
  signingIn: "Connexion…",
  signIn: "Se connecter",
  signInWith: "Se connecter avec {name}",
  providerNoRole:
    "La connexion à votre entreprise a réussi, mais aucun de vos groupes n’a de rôle ici. Adressez-vous à votre administrateur.",
  providerEmail:
    "Le service de connexion n’indique aucune adresse e-mail vérifiée pour vous. Adressez-vous à votre administrateur.",
  providerEmailTaken:
    "Un compte existe déjà avec votre adresse e-mail. Connectez-vous avec son mot de passe ou adressez-vous à votre administrateur.",
  providerInactive: "Ce compte est désactivé. Veuillez contacter votre administrateur.",
  providerRefused: "La connexion a été annulée ou refusée. Veuillez réessayer.",
  providerExpired: "Cette connexion a expiré ou a déjà servi. Veuillez vous reconnecter.",
  providerToken:
    "La réponse du service de connexion n’est pas valable. Adressez-vous à votre administrateur.",
  providerFailed:
    "Le service de connexion ne répond pas. Réessayez dans un instant ou connectez-vous avec un mot de passe.",
  providerOther:
    "La connexion n’a pas abouti. Réessayez dans un instant ou adressez-vous à votre administrateur.",
  signUp: "S’inscrire",
  registered: "Votre compte a été créé. Veuillez vous connecter.",
  registrationFailed: "L’inscription a échoué : {reason}",
  createAccount: "Créer un compte",
  emailRequired: "Veuillez saisir une adresse e-mail",
  enterValidEmail: "Veuillez saisir une adresse e-mail valide",
  fullNameRequired: "Veuillez saisir votre nom complet",
  fullNameTooLong: "Le nom complet est trop long",
  passwordRequired: "Veuillez saisir un mot de passe",
  setupTokenRequired: "Veuillez saisir le jeton d’installation",
  forgotPassword: "Mot de passe oublié ?",
  code: "Code",
  codeHint:
    "Les six chiffres affichés par votre application d’authentification, ou l’un de vos codes de secours.",
  enterCode: "Saisissez le code",
  otherAccount: "Se connecter avec un autre compte",
  factorDemanded:
    "Ce site exige un second facteur. Configurez-le maintenant ; il vous servira ensuite à vous connecter.",
  factorDone:
    "Le second facteur est activé. Attendez le prochain code de l’application et connectez-vous avec celui-ci.",
  factorDue: "Connexion réussie. Veuillez configurer un second facteur au plus tard le {at}.",
  setUpFactor: "Configurer maintenant",
} as const satisfies Translation<typeof english>;
