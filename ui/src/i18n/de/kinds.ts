import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "Einfachauswahl",
  multiple_response: "Mehrfachauswahl",
  short_text: "Kurztext",
  essay: "Freitext",
  gaps: "Lückentext",
  numeric: "Zahl",
  ordering: "Reihenfolge",
  matching: "Zuordnung",
  coding: "Programmieren",
} as const satisfies Translation<typeof english>;
