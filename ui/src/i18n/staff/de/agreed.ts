import type { Translation } from "../../typed";
import type { agreed as english } from "../en/agreed";

export const agreed = {
  breaksEach: "{count, plural, one {# Pause von {minutes} Min.} other {# Pausen von je {minutes} Min.}}",
  breaksTogether:
    "{count, plural, one {# Pause von {minutes} Min.} other {# Pausen von zusammen {minutes} Min.}}",
  largerType: "Größere Schrift",
  noCamera: "Vereinbarungsgemäß ohne Kamera",
  helper: "Assistenz im Raum: {helper}",
} as const satisfies Translation<typeof english>;
