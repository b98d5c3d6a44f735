import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "O servidor recusou ({status}).",
  unreachable: "Não foi possível acessar o servidor. Verifique a conexão e tente novamente.",
  somethingWentWrong: "Ocorreu um erro.",
  tooLate: "A resposta do servidor não chegou a tempo. Verifique a conexão e tente novamente.",
  repliedInstead: "Algo na rede respondeu no lugar do servidor. Verifique a conexão e tente novamente.",
  repliedInsteadStatus:
    "Algo na rede respondeu no lugar do servidor ({status}). Verifique a conexão e tente novamente.",
} as const satisfies Translation<typeof english>;
