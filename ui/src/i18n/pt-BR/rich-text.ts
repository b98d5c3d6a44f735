import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "Fórmula",
  codeIn: "Código, {language}",
  code: "Código",
  table: "Tabela",
  pictureLoading: "Imagem",
  loadPictureAgain: "Carregar a imagem novamente",
  loading: "(carregando)",
  gap: "Lacuna",
  picture: "imagem",
} as const satisfies Translation<typeof english>;
