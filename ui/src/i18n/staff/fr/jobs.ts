import type { Translation } from "../../typed";
import type { jobs as english } from "../en/jobs";

export const jobs = {
  title: "Vos tâches en arrière-plan",
  fileCheck: "Lecture d’un fichier",
  testImport: "Importation de tests",
  questionImport: "Importation de questions",
  comparison: "Comparaison des réponses",
  dryRun: "Exécution d’essai des cas de test modifiés",
  named: "{kind} : {subject}",
  steps: "{done} sur {total}, {elapsed}",
  goesOn: "La tâche continue si vous quittez cette page.",
  cancel: "Annuler",
  notCancelled: "Non annulée : {reason}",
  done: "Terminée",
  failed: "Échouée",
  cancelled: "Annulée",
  interrupted: "Interrompue : le serveur s’est arrêté. Veuillez la relancer.",
  failedBecause: "Échec : {reason}",
} as const satisfies Translation<typeof english>;
