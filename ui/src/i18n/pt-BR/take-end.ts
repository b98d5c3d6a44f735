import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "A sua resposta",
  fieldNotShown: "O campo desta questão não pode ser mostrado agora. Você pode responder às outras questões.",
  questionOf: "Questão {number} de {total}",
  question: "Questão",
  previous: "Anterior",
  next: "Próxima",
  submitTest: "Enviar o teste",
  notSubmittedYet: "Ainda não enviado: {problem}",
  takesMoment: "Isto leva um instante. Mantenha a página aberta.",
  backToTest: "Voltar ao teste",
  tryAgain: "Tentar novamente",
  fileMeans:
    "Se a conexão não voltar, salve as suas respostas em um arquivo e entregue-o ao administrador. Elas serão adicionadas ao seu teste como respostas atrasadas, sobre as quais um avaliador decide.",
  saveAnswers: "Salvar as respostas em um arquivo",
  testWasWithdrawn: "Este teste foi cancelado",
  deletedByAdministrator: "O administrador o apagou. Você não precisa fazer mais nada.",
  answersOnComputer:
    "As suas respostas não estão mais no servidor. {place, select, computer {Este computador ainda tem as que você escreveu aqui.} other {Somente esta página ainda tem as que você escreveu aqui: salve-as em um arquivo antes de fechá-la.}}",
  deleteAnswers: "{place, select, computer {Apagá-las deste computador} other {Apagá-las}}",
  deleteTitle: "Apagar as suas respostas?",
  deleteMeans:
    "{place, select, computer {Elas não estão mais no servidor, e este computador tem a única cópia.} other {Elas não estão mais no servidor, e esta página tem a única cópia.}} Depois de apagadas, não poderão ser recuperadas.",
  deleteForGood: "Apagar definitivamente",
  submitUnanswered: "Enviar com questões sem resposta?",
  submitMarked: "Enviar com questões marcadas para depois?",
  submitTestQuestion: "Enviar o seu teste?",
  timeLeft: "Tempo restante: {time}.",
  unanswered: "Sem resposta",
  markedForLater: "Marcadas para depois",
  submitted: "O seu teste foi enviado. {score}",
  timeUpSubmitted: "O tempo acabou. O seu teste foi enviado. {score}",
  adminEnded: "O administrador encerrou o teste. {score}",
  submittedMissing:
    "O seu teste foi enviado. {count, plural, one {# resposta ainda não chegou} other {# respostas ainda não chegaram}}.",
  timeUpMissing:
    "O tempo acabou. O seu teste foi enviado. {count, plural, one {# resposta ainda não chegou} other {# respostas ainda não chegaram}}.",
  adminEndedMissing:
    "O administrador encerrou o teste. {count, plural, one {# resposta ainda não chegou} other {# respostas ainda não chegaram}}.",
  answersWait: "Há respostas aguardando avaliação.",
  score: "Resultado: {percent}%",
  plainSubmit:
    "{count, plural, =0 {Enviar o teste? Depois você não poderá alterar as suas respostas.} one {Enviar o teste com # questão sem resposta? Depois você não poderá alterar as suas respostas.} other {Enviar o teste com # questões sem resposta? Depois você não poderá alterar as suas respostas.}}",
  submitting: "Enviando o seu teste",
  submittingTimeUp: "O tempo acabou. Enviando o seu teste",
  testEnded: "O seu teste terminou",
  keptTellAdministrator:
    "{place, select, computer {As suas respostas estão guardadas neste computador.} other {As suas respostas estão guardadas somente nesta página: não a feche.}} Avise o administrador.",
  keptRetries:
    "{place, select, computer {As suas respostas estão guardadas neste computador.} other {As suas respostas estão guardadas somente nesta página.}} Mantenha esta página aberta: ela tentará novamente de forma automática.",
  heldAnswers:
    "{count, plural, one {A sua resposta à questão {numbers} não está no servidor. Se você enviar agora, ela se tornará uma resposta atrasada, sobre a qual um avaliador decide.} other {As suas respostas às questões {numbers} não estão no servidor. Se você enviar agora, elas se tornarão respostas atrasadas, sobre as quais um avaliador decide.}}",
  allAnswered: "Todas as questões têm resposta. Depois de enviar, você não poderá alterar nada.",
  unansweredOf:
    "{blank, plural, one {# de {questions} está sem resposta.} other {# de {questions} estão sem resposta.}} Depois de enviar, você não poderá alterar nada.",
  heldTitle:
    "{count, plural, one {A sua resposta à questão {numbers} não está no servidor.} other {As suas respostas às questões {numbers} não estão no servidor.}}",
  heldRefused:
    "{place, select, computer {{count, plural, one {O servidor a recusa: {refusal} Este computador a guarda.} other {O servidor as recusa: {refusal} Este computador as guarda.}}} other {{count, plural, one {O servidor a recusa: {refusal} Só esta página a guarda.} other {O servidor as recusa: {refusal} Só esta página as guarda.}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, one {Algo na rede a bloqueia. Este computador a guarda e a página continua tentando; você pode continuar e enviar. O que chegar depois será uma resposta atrasada.} other {Algo na rede as bloqueia. Este computador as guarda e a página continua tentando; você pode continuar e enviar. O que chegar depois será uma resposta atrasada.}}} other {{count, plural, one {Algo na rede a bloqueia. Só esta página a guarda e a página continua tentando; você pode continuar e enviar. O que chegar depois será uma resposta atrasada.} other {Algo na rede as bloqueia. Só esta página as guarda e a página continua tentando; você pode continuar e enviar. O que chegar depois será uma resposta atrasada.}}}}",
  noAnswer: "(sem resposta)",
} as const satisfies Translation<typeof english>;
