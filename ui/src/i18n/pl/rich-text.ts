import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "Wzór",
  codeIn: "Kod, {language}",
  code: "Kod",
  table: "Tabela",
  pictureLoading: "Obraz",
  loadPictureAgain: "Wczytaj obraz ponownie",
  loading: "(wczytywanie)",
  gap: "Luka",
  picture: "obraz",
} as const satisfies Translation<typeof english>;
