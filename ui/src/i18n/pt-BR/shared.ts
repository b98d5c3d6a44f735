import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "Logotipo da empresa",
  questions: "Dúvidas? {contact}",
  typeToConfirm: "Digite “{typed}” para confirmar",
  cannotCopy: "Este navegador não permite que a página copie. Selecione o texto e copie-o manualmente.",
  copied: "Copiado",
  close: "Fechar",
  tryAgain: "Tentar novamente",
  nothing: "Nada",
  dayFromTo: "Digite um dia de {from} a {to}.",
  dayNotBefore: "Digite um dia no formato {form}, não antes de {from}.",
  dayNotAfter: "Digite um dia no formato {form}, não depois de {to}.",
  dayAs: "Digite um dia no formato {form}.",
  previousMonth: "Mês anterior",
  nextMonth: "Próximo mês",
  month: "Mês",
  chooseDay: "Escolher:",
  dayNotAvailable: "Não disponível:",
  cancel: "Cancelar",
  language: "Idioma",
} as const satisfies Translation<typeof english>;
