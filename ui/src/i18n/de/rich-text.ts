import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "Formel",
  codeIn: "Code, {language}",
  code: "Code",
  table: "Tabelle",
  pictureLoading: "Bild",
  loadPictureAgain: "Bild erneut laden",
  loading: "(wird geladen)",
  gap: "Lücke",
  picture: "Bild",
} as const satisfies Translation<typeof english>;
