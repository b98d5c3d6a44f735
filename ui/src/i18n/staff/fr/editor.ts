import type { Translation } from "../../typed";
import type { editor as english } from "../en/editor";

export const editor = {
  bold: "Gras",
  italic: "Italique",
  code: "Code",
  codeBlock: "Bloc de code",
  list: "Liste",
  table: "Tableau",
  formula: "Formule",
  picture: "Image",
  link: "Lien",
  withKeys: "{command} ({keys})",
  formatting: "Mise en forme",
  storingPicture: "Enregistrement de l’image…",
  undescribed:
    "Une image n’a pas de description. Écrivez entre [ et ] ce qu’elle montre, pour les candidats qui ne peuvent pas la voir. Ne la laissez vide que si l’image n’apporte rien.",
  preview: "Aperçu",
  nothingYet: "Rien à afficher pour l’instant.",
  sampleBold: "gras",
  sampleItalic: "italique",
  sampleCode: "code",
  sampleText: "texte",
  sampleColumn: "Colonne",
  ctrlKey: "Ctrl+{key}",
  ctrlShiftKey: "Ctrl+Maj+{key}",
} as const satisfies Translation<typeof english>;
