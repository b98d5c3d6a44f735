import type { Translation } from "../../typed";
import type { settingsRunners as english } from "../en/settings-runners";

export const settingsRunners = {
  createFailed: "Le jeton n’a pas pu être créé : {reason}",
  tokenOf: "Jeton de {name}",
  shownOnce:
    "Il n’est affiché qu’une fois. Copiez-le dans un fichier de cette machine que seul l’utilisateur de l’exécuteur peut lire.",
  thenStart: "Lancez ensuite là-bas :",
  add: "Ajouter une machine",
  makeToken: "Créer le jeton",
  name: "Nom de la machine",
  nameHint: "Lettres, chiffres, points, traits d’union et tirets bas",
  nameExample: "judge-2",
  slots: "{count} à la fois : {languages}",
  noLanguage: "aucun langage",
  version: "Version {version}. Bac à sable : {layers}.",
  notUsed: "Non utilisé là-bas : {warnings}.",
  revokedVerdicts: "Révoqué {when}. Verdicts sur {answers}.",
  madeVerdicts: "Créé {when} par {name}. Verdicts sur {answers}.",
  judgeAgainNamed: "Évaluer de nouveau : {name}",
  judgeAgain: "Évaluer de nouveau",
  revokeNamed: "Révoquer : {name}",
  revoke: "Révoquer",
  judgedRow: "{test} : {answers}",
  loadFailed: "Échec du chargement des exécuteurs de code",
  refused: "{name} est refusé dès maintenant",
  revokeFailed: "Le jeton n’a pas pu être révoqué : {reason}",
  judgedAgain:
    "{count, plural, one {# réponse est évaluée de nouveau} other {# réponses sont évaluées de nouveau}}",
  judgingAgain: "Le code est évalué de nouveau",
  judgeFailed: "La nouvelle évaluation a échoué : {reason}",
  notLoaded: "Les exécuteurs de code n’ont pas pu être chargés",
  loading: "Chargement des exécuteurs de code",
  noMachines: "Aucune autre machine pour l’instant",
  noMachinesText:
    "Le code s’exécute uniquement sur ce serveur. Créez un jeton pour chaque machine qui doit aider.",
  codeRunners: "Exécuteurs de code",
  revokeQuestion: "Révoquer ce jeton ?",
  revokeText:
    "{name} est refusé immédiatement, et d’autres machines reprennent ce qu’il évalue. Ce qu’il a évalué peut ensuite être évalué de nouveau : {answers}.",
  revokeToken: "Révoquer le jeton",
  rejudgeQuestion: "Évaluer de nouveau ce que cette machine a évalué ?",
  rejudgeText:
    "{answers} avec des verdicts de {name} : retour dans la file. D’ici là, les résultats sont provisoires.",
  keep: "Conserver les verdicts",
  onOthers: "Exécuteurs de code sur d’autres machines",
  onOthersText:
    "Ils exécutent le code des candidats à la place de ce serveur. Chacun a besoin d’un jeton et exécute <code>invigil runner --server</code> (docs/operations.md).",
  onlyFirst: "Seul le premier administrateur gère les exécuteurs de code.",
  answers: "{count, plural, one {# réponse} other {# réponses}}",
  revoked: "Révoqué",
  notConnected: "Non connecté",
  judging: "En évalue {count}",
  ready: "Prêt",
} as const satisfies Translation<typeof english>;
