import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "Opción única",
  multiple_response: "Varias respuestas",
  short_text: "Texto corto",
  essay: "Redacción",
  gaps: "Rellenar huecos",
  numeric: "Número",
  ordering: "Ordenación",
  matching: "Emparejamiento",
  coding: "Programación",
} as const satisfies Translation<typeof english>;
