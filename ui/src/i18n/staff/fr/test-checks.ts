import type { Translation } from "../../typed";
import type { testChecks as english } from "../en/test-checks";

export const testChecks = {
  judgeTitle: "Évaluer le code de nouveau",
  judgeAgain: "Évaluer de nouveau",
  counting: "Décompte des réponses.",
  noCode: "Aucun code n’a encore été remis pour ce test.",
  otherTests:
    "{count, plural, one {# réponse avait} other {# réponses avaient}} d’autres cas de test que ceux d’aujourd’hui.",
  alreadyWaited: "{count, plural, one {# réponse attendait} other {# réponses attendaient}} déjà.",
  keepTests:
    "{count, plural, one {# réponse garde ses} other {# réponses gardent leurs}} anciens cas de test : la notation de la question, par des cas de test ou par des personnes, a changé depuis.",
  runOn:
    "Les cas de test actuels sont exécutés sur {count, plural, one {# réponse remise} other {# réponses remises}}.",
  unchanged: "Les cas de test n’ont pas changé depuis.",
  provisional: "Leurs résultats sont provisoires d’ici là. Les notes données par des personnes restent.",
  noVerdict:
    "{count, plural, one {# réponse n’a pas eu} other {# réponses n’ont pas eu}} de verdict : l’exécuteur de code a échoué.",
  dryRunAt: "Évaluation à blanc à {time}, {answers} :",
  dryRunning: "Évaluation à blanc : {percent} %. Vous pouvez fermer cette fenêtre entre-temps.",
  dryRunHint: "Une évaluation à blanc montre quels résultats changeraient. Elle n’enregistre aucun verdict.",
  stopDryRun: "Arrêter l’évaluation à blanc",
  dryRunAgain: "Nouvelle évaluation à blanc",
  dryRun: "Évaluation à blanc",
  willBeJudged: "{count, plural, one {# réponse sera évaluée} other {# réponses seront évaluées}} de nouveau",
  judgingAgain: "Le code est évalué de nouveau",
  notJudged: "Le code ne peut pas être évalué de nouveau : {reason}",
  dryRunFailed: "L’évaluation à blanc ne peut pas commencer : {reason}",
  cannotStart: "Aucun candidat ne peut commencer. {why}",
  lacksRunner:
    "Le code ne peut pas être évalué pour le moment : aucun exécuteur de code n’est connecté. Les candidats peuvent passer le test ; leur code attend qu’il y en ait un.",
  lacksLanguages:
    "Le code en {languages} ne peut pas être évalué pour le moment : aucun exécuteur de code ne le propose. Les candidats peuvent passer le test ; leur code attend qu’un exécuteur le propose.",
  unsolved:
    "Aucune solution de référence ne montre que les cas de test cachés peuvent être réussis : {question}",
  failedSolution: "{objection} La question : {question}",
  translationMissing:
    "{count, plural, one {# texte n’est pas traduit} other {# textes ne sont pas traduits}} ({name}). Les candidats y voient l’original.",
  translationChanged:
    "{count, plural, one {# texte d’origine a changé} other {# textes d’origine ont changé}} depuis la traduction ({name}). Les candidats y voient l’original.",
  noRunner: "Le code ne peut pas être évalué : pas d’exécuteur",
  noRunnerFor: "Pas d’exécuteur pour {languages}",
  trialOf: "Essai : {title}",
  trialText:
    "Il ne compte pas : il n’est dans aucune liste ni statistique. Il est effacé après un jour, ou au redémarrage du serveur.",
  answersAndKey: "Réponses et corrigé",
  trialPage: "Essai | Invigil",
  toTests: "Vers les tests",
  trialOver: "Cet essai est terminé",
  trialNotLoaded: "Le résultat de cet essai n’a pas pu être chargé",
  trialOverText: "Les essais sont gardés un jour. Ouvrez-en un nouveau depuis le test.",
  loadingResult: "Chargement du résultat",
  trialNotOpened: "L’essai n’a pas été ouvert : {reason}",
  tabBlocked: "Votre navigateur a bloqué l’onglet de l’essai. Autorisez les pop-ups de ce site et réessayez.",
  paper: "Questionnaire",
  size: "{questions}, {points}",
  section: "Section {number}",
  fromBank: ", de la banque, version {version}",
  paperOf: "Un questionnaire de « {title} »",
  paperUnsaved: "Tel qu’un candidat pourrait le recevoir, sans les modifications non enregistrées.",
  paperText: "Tel qu’un candidat pourrait le recevoir.",
  close: "Fermer",
  drawAnother: "Tirer un autre",
  noPaper: "Aucun questionnaire ne peut être tiré",
  paperLanguage: "Langue",
  paperOriginal: "Original",
  readInOriginal: "Dans l’original : en {name}, un texte manque ou correspond à un original antérieur.",
  drawing: "Tirage d’un questionnaire",
} as const satisfies Translation<typeof english>;
