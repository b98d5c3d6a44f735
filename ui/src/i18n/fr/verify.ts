import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Aller à vos tests",
  goHome: "Aller à l’accueil",
  addressConfirmed: "Adresse confirmée",
  invitationsAppear: "Vos invitations apparaissent maintenant dans votre compte.",
  notConfirmed: "L’adresse n’a pas pu être confirmée",
  tryAgain: "Réessayer",
  signInToConfirm: "Connectez-vous pour confirmer votre adresse",
  linkCounts: "Le lien prend effet dès que vous vous connectez avec l’adresse à laquelle il a été envoyé.",
  goToLogin: "Aller à la connexion",
  notAnApplicant:
    "Vous utilisez actuellement un compte d’administrateur. Le lien est destiné au compte d’un candidat.",
  forApplicants: "Ce lien est destiné aux candidats",
  confirmingAddress: "Confirmation de votre adresse",
} as const satisfies Translation<typeof english>;
