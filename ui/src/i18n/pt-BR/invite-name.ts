import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "Qual é o seu nome?",
  nameText:
    "O convite foi enviado apenas ao seu endereço de e-mail. O seu nome acompanhará as suas respostas.",
  fullName: "Nome completo",
  nameMissing: "Informe o seu nome",
} as const satisfies Translation<typeof english>;
