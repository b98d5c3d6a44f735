import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "Formule",
  codeIn: "Code, {language}",
  code: "Code",
  table: "Tableau",
  pictureLoading: "Image",
  loadPictureAgain: "Recharger l’image",
  loading: "(chargement)",
  gap: "Espace",
  picture: "image",
} as const satisfies Translation<typeof english>;
