import type { Translation } from "../../typed";
import type { jobs as english } from "../en/jobs";

export const jobs = {
  title: "Vos tâches en arrière-plan",
  fileCheck: "Lecture d’un fichier",
  testImport: "Importation de tests",
  questionImport: "Importation de questions",
  comparison: "Comparaison des réponses",
  dryRun: "Évaluation à blanc des cas de test modifiés",
  bulkSend: "Envoi d’invitations",
  repair: "Nouveaux résultats après une rectification",
  rubricChange: "Nouveaux résultats après une modification de la grille",
  backup: "Sauvegarde",
  export: "Exportation",
  named: "{kind} : {subject}",
  steps: "{done} sur {total}, {elapsed}",
  goesOn: "La tâche continue si vous quittez cette page.",
  cancel: "Annuler",
  notCancelled: "Non annulée : {reason}",
  done: "Terminée",
  failed: "Échouée",
  cancelled: "Annulée",
  interrupted: "Interrompue : le serveur s’est arrêté. Veuillez la relancer.",
  resumed: "Interrompue à l’arrêt du serveur. Elle a repris après le démarrage.",
  noted: "{state} : {note}",
  failedBecause: "Échec : {reason}",
} as const satisfies Translation<typeof english>;
