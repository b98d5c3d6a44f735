import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "Votre réponse",
  fieldNotShown:
    "Le champ de cette question ne peut pas être affiché pour le moment. Vous pouvez répondre aux autres questions.",
  questionOf: "Question {number} sur {total}",
  question: "Question",
  previous: "Précédent",
  next: "Suivant",
  submitTest: "Remettre le test",
  notSubmittedYet: "Pas encore remis : {problem}",
  takesMoment: "Cela prend un instant. Veuillez garder la page ouverte.",
  backToTest: "Retour au test",
  tryAgain: "Réessayer",
  fileMeans:
    "Si la connexion ne revient pas, enregistrez vos réponses dans un fichier et remettez-le à votre administrateur. Elles seront ajoutées à votre test comme réponses tardives, sur lesquelles un correcteur se prononce.",
  saveAnswers: "Enregistrer les réponses dans un fichier",
  testWasWithdrawn: "Ce test a été retiré",
  deletedByAdministrator: "Votre administrateur l’a supprimé. Vous n’avez plus rien à faire.",
  answersOnComputer:
    "Vos réponses ne sont plus sur le serveur. {place, select, computer {Cet ordinateur a encore celles que vous avez écrites ici.} other {Seule cette page a encore celles que vous avez écrites ici : enregistrez-les dans un fichier avant de la fermer.}}",
  deleteAnswers: "{place, select, computer {Les supprimer de cet ordinateur} other {Les supprimer}}",
  submitUnanswered: "Remettre le test avec des questions sans réponse ?",
  submitMarked: "Remettre le test avec des questions marquées pour plus tard ?",
  submitTestQuestion: "Remettre votre test ?",
  timeLeft: "Temps restant : {time}.",
  unanswered: "Sans réponse",
  markedForLater: "Marquées pour plus tard",
  submitted: "Votre test a été remis. {score}",
  timeUpSubmitted: "Le temps est écoulé. Votre test a été remis. {score}",
  adminEnded: "Votre administrateur a mis fin au test. {score}",
  submittedMissing:
    "Votre test a été remis. {count, plural, one {# réponse n’est pas encore arrivée} other {# réponses ne sont pas encore arrivées}}.",
  timeUpMissing:
    "Le temps est écoulé. Votre test a été remis. {count, plural, one {# réponse n’est pas encore arrivée} other {# réponses ne sont pas encore arrivées}}.",
  adminEndedMissing:
    "Votre administrateur a mis fin au test. {count, plural, one {# réponse n’est pas encore arrivée} other {# réponses ne sont pas encore arrivées}}.",
  answersWait: "Des réponses attendent d’être corrigées.",
  score: "Résultat : {percent} %",
  plainSubmit:
    "{count, plural, =0 {Remettre le test ? Vous ne pourrez plus modifier vos réponses ensuite.} one {Remettre le test avec # question sans réponse ? Vous ne pourrez plus modifier vos réponses ensuite.} other {Remettre le test avec # questions sans réponse ? Vous ne pourrez plus modifier vos réponses ensuite.}}",
  submitting: "Remise de votre test",
  submittingTimeUp: "Le temps est écoulé. Remise de votre test",
  testEnded: "Votre test est terminé",
  keptTellAdministrator:
    "{place, select, computer {Vos réponses sont conservées sur cet ordinateur.} other {Vos réponses sont conservées dans cette page seulement : ne la fermez pas.}} Veuillez prévenir votre administrateur.",
  keptRetries:
    "{place, select, computer {Vos réponses sont conservées sur cet ordinateur.} other {Vos réponses sont conservées dans cette page seulement.}} Gardez cette page ouverte : elle réessaiera automatiquement.",
  heldAnswers:
    "{count, plural, one {Votre réponse à la question {numbers} n’est pas sur le serveur. Si vous remettez le test maintenant, elle devient une réponse tardive, sur laquelle un correcteur se prononce.} other {Vos réponses aux questions {numbers} ne sont pas sur le serveur. Si vous remettez le test maintenant, elles deviennent des réponses tardives, sur lesquelles un correcteur se prononce.}}",
  allAnswered: "Toutes les questions ont une réponse. Après la remise, vous ne pourrez plus rien modifier.",
  unansweredOf:
    "{blank, plural, one {# sur {questions} est sans réponse.} other {# sur {questions} sont sans réponse.}} Après la remise, vous ne pourrez plus rien modifier.",
  heldTitle:
    "{count, plural, one {Votre réponse à la question {numbers} n’est pas sur le serveur.} other {Vos réponses aux questions {numbers} ne sont pas sur le serveur.}}",
  heldRefused:
    "{place, select, computer {{count, plural, one {Le serveur la refuse : {refusal} Cet ordinateur la conserve.} other {Le serveur les refuse : {refusal} Cet ordinateur les conserve.}}} other {{count, plural, one {Le serveur la refuse : {refusal} Seule cette page la conserve.} other {Le serveur les refuse : {refusal} Seule cette page les conserve.}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, one {Un élément du réseau la bloque. Cet ordinateur la conserve et la page continue d’essayer ; vous pouvez continuer et remettre le test. Ce qui arrive ensuite est une réponse tardive.} other {Un élément du réseau les bloque. Cet ordinateur les conserve et la page continue d’essayer ; vous pouvez continuer et remettre le test. Ce qui arrive ensuite est une réponse tardive.}}} other {{count, plural, one {Un élément du réseau la bloque. Seule cette page la conserve et la page continue d’essayer ; vous pouvez continuer et remettre le test. Ce qui arrive ensuite est une réponse tardive.} other {Un élément du réseau les bloque. Seule cette page les conserve et la page continue d’essayer ; vous pouvez continuer et remettre le test. Ce qui arrive ensuite est une réponse tardive.}}}}",
  noAnswer: "(pas de réponse)",
} as const satisfies Translation<typeof english>;
