import type { Translation } from "../../typed";
import type { controls as english } from "../en/controls";

export const controls = {
  clearSelection: "Auswahl aufheben",
  pages: "Seiten",
  perPage: "Pro Seite",
  previous: "Zurück",
  page: "Seite {number}",
  next: "Weiter",
  close: "Schließen",
  content: "Inhalt",
  steps: "Schritte",
  done: "Erledigt",
  loadMore: "Mehr laden",
  filters: "Filter",
  filtersSet: "{count} <b>gesetzt</b>",
  asTable: "Als Tabelle anzeigen",
  cancel: "Abbrechen",
  keyboardShortcuts: "Tastenkürzel",
  typedIsBack: "Ihre frühere Eingabe ist wieder da.",
  compareFirst:
    "Inzwischen hat eine andere Person eine Änderung gespeichert: Vergleichen Sie, bevor Sie speichern.",
  discardIt: "Verwerfen",
  discardTitle: "Änderungen verwerfen?",
  keepEditing: "Weiter bearbeiten",
  discardChanges: "Änderungen verwerfen",
  enterKey: "Eingabe",
  escapeKey: "Esc",
  tabKey: "Tab",
  ctrlKey: "Strg {key}",
  altKey: "Alt {key}",
} as const satisfies Translation<typeof english>;
