import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "Fórmula",
  codeIn: "Código, {language}",
  code: "Código",
  table: "Tabla",
  pictureLoading: "Imagen",
  loadPictureAgain: "Volver a cargar la imagen",
  loading: "(cargando)",
  gap: "Hueco",
  picture: "imagen",
} as const satisfies Translation<typeof english>;
