import type { Translation } from "../../typed";
import type { testSettings as english } from "../en/test-settings";

export const testSettings = {
  translatedInto: "Traduit : {languages}.",
  translations: "Traductions",
  translate: "Traduire le test",
  editTest: "Modifier le test",
  created: "Créé le {date}",
  scoring: "Notation",
  scoringText: "Ces réglages s’appliquent aussitôt, sans « Mettre à jour le test ».",
  rubrics: "Grilles de notation",
  reviewers: "Correcteurs",
  judgeAgain: "Évaluer le code de nouveau",
  browser: "Safe Exam Browser",
  browserText: "Pour les salles : il prouve une configuration, pas l’honnêteté du candidat.",
  candidates: "Pour les candidats",
  consentText: "Un texte que les candidats acceptent avant de commencer.",
  consentButton: "Texte de consentement",
  consentBlank: "Vide : les candidats acceptent le texte du site, s’il y en a un",
  textNotLoaded: "Le texte n’a pas pu être chargé",
  loadingText: "Chargement du texte",
  consentTitle: "Consentement avant le début",
  consentDialog: "Les candidats de ce test acceptent ce texte avant de commencer, au lieu de celui du site.",
  someone: "Une autre personne",
  ruleNotLoaded: "La règle n’a pas pu être chargée",
  loadingRule: "Chargement de la règle",
  saved: "Enregistré",
  saveFailed: "Échec de l’enregistrement : {reason}",
  ruleText:
    "Il prouve une configuration, pas l’honnêteté du candidat : qui contrôle l’ordinateur peut l’imiter.",
  save: "Enregistrer",
  thisRule: "cette règle",
  browserNeeded: "Les candidats ont besoin de Safe Exam Browser",
  browserHint:
    "Chaque invitation reçoit son propre fichier de configuration. Les questions ne s’affichent qu’avec cette configuration.",
  keys: "Clés d’examen du navigateur (facultatif)",
  keysHint:
    "Une par ligne. Une clé dépend de la version du navigateur et du fichier, et chaque lien a son propre fichier : une clé n’admet que le lien avec lequel elle a été lue. Laissez vide pour tous les autres.",
} as const satisfies Translation<typeof english>;
