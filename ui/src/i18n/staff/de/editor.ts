import type { Translation } from "../../typed";
import type { editor as english } from "../en/editor";

export const editor = {
  bold: "Fett",
  italic: "Kursiv",
  code: "Code",
  codeBlock: "Codeblock",
  list: "Liste",
  table: "Tabelle",
  formula: "Formel",
  picture: "Bild",
  link: "Link",
  withKeys: "{command} ({keys})",
  formatting: "Formatierung",
  storingPicture: "Das Bild wird gespeichert…",
  undescribed:
    "Ein Bild hat keine Beschreibung. Schreiben Sie zwischen [ und ], was es zeigt, für Kandidaten, die es nicht sehen können. Lassen Sie sie nur leer, wenn das Bild nichts aussagt.",
  preview: "Vorschau",
  nothingYet: "Noch nichts anzuzeigen.",
  sampleBold: "fett",
  sampleItalic: "kursiv",
  sampleCode: "Code",
  sampleText: "Text",
  sampleColumn: "Spalte",
  ctrlKey: "Strg+{key}",
  ctrlShiftKey: "Strg+Umschalt+{key}",
} as const satisfies Translation<typeof english>;
