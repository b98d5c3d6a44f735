import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "Esta página não existe.",
  partMissing: "Não foi possível carregar uma parte da página. Verifique a conexão e recarregue.",
  replaced: "O site foi atualizado. Recarregue esta página. O que você digitou é mantido.",
  ranIntoProblem: "A página encontrou um problema. Recarregue para continuar.",
  startingPageAgain: "Reiniciando a página",
  failed: "Erro inesperado do aplicativo",
  reload: "Recarregar",
  goToStart: "Ir para a página inicial",
  loadingPage: "Carregando a página",
  pageNotFound: "Página não encontrada",
  checkAddress:
    "O endereço pode ter sido digitado incorretamente, ou a página mudou de lugar. Nada foi perdido.",
} as const satisfies Translation<typeof english>;
