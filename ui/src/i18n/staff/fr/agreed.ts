import type { Translation } from "../../typed";
import type { agreed as english } from "../en/agreed";

export const agreed = {
  breaksEach: "{count, plural, one {# pause de {minutes} min} other {# pauses de {minutes} min chacune}}",
  breaksTogether: "{count, plural, one {# pause de {minutes} min} other {# pauses de {minutes} min en tout}}",
  largerType: "Caractères agrandis",
  noCamera: "Sans caméra, selon accord",
  helper: "Assistant dans la salle : {helper}",
} as const satisfies Translation<typeof english>;
