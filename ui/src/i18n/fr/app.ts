import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "Cette page n’existe pas.",
  partMissing:
    "Une partie de la page n’a pas pu être chargée. Vérifiez votre connexion et rechargez la page.",
  replaced: "Le site a été mis à jour. Rechargez cette page. Votre saisie est conservée.",
  ranIntoProblem: "La page a rencontré un problème. Rechargez-la pour continuer.",
  startingPageAgain: "La page redémarre",
  failed: "Erreur inattendue de l’application",
  reload: "Recharger",
  goToStart: "Aller à la page d’accueil",
  loadingPage: "Chargement de la page",
  pageNotFound: "Page introuvable",
  checkAddress: "L’adresse est peut-être mal saisie, ou la page a été déplacée. Rien n’est perdu.",
} as const satisfies Translation<typeof english>;
