import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "Choix unique",
  multiple_response: "Choix multiples",
  short_text: "Texte court",
  essay: "Rédaction",
  gaps: "Texte à compléter",
  numeric: "Nombre",
  ordering: "Mise en ordre",
  matching: "Appariement",
  coding: "Programmation",
} as const satisfies Translation<typeof english>;
