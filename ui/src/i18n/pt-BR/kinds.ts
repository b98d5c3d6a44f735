import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "Múltipla escolha",
  multiple_response: "Várias respostas",
  short_text: "Texto curto",
  essay: "Redação",
  gaps: "Preencher lacunas",
  numeric: "Número",
  ordering: "Ordenação",
  matching: "Associação",
  coding: "Programação",
} as const satisfies Translation<typeof english>;
