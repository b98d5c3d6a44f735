import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "Jednokrotny wybór",
  multiple_response: "Wielokrotny wybór",
  short_text: "Krótki tekst",
  essay: "Wypowiedź pisemna",
  gaps: "Uzupełnianie luk",
  numeric: "Liczba",
  ordering: "Porządkowanie",
  matching: "Dopasowywanie",
  coding: "Programowanie",
} as const satisfies Translation<typeof english>;
