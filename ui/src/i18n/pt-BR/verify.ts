import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Ir para os seus testes",
  goHome: "Ir para o início",
  addressConfirmed: "Endereço confirmado",
  invitationsAppear: "Os seus convites agora aparecem na sua conta.",
  notConfirmed: "Não foi possível confirmar o endereço",
  tryAgain: "Tentar novamente",
  signInToConfirm: "Entre para confirmar o seu endereço",
  linkCounts: "O link vale assim que você entra com o endereço para o qual ele foi enviado.",
  goToLogin: "Ir para o login",
  notAnApplicant: "Você entrou como administrador. O link é para a conta de um candidato.",
  forApplicants: "Este link é para candidatos",
  confirmingAddress: "Confirmando o seu endereço",
} as const satisfies Translation<typeof english>;
