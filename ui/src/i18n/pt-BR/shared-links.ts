import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "ainda sem nota",
  answer: "Resposta",
  noAnswer: "Sem resposta",
  soFar: "{score} até agora, não definitivo",
  loading: "Carregando os resultados",
  pageTitle: "{title} | Invigil",
  title: "Resultados compartilhados | Invigil",
  print: "Imprimir",
  gone: "Este link não é mais válido",
  notLoaded: "Não foi possível carregar os resultados",
  inConfidence: "Mostrado a você em confidencialidade até {date}.",
  historyOf: "Histórico de {name}",
  historyOfAnswer: "Histórico da resposta à",
  hiddenName: "Nome oculto",
  candidateNumber: "Candidato {number}",
  question: "Questão {number}",
} as const satisfies Translation<typeof english>;
