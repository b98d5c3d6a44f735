export const PANEL_VIEWS = ["edit", "versions", "seen"] as const;
export type PanelView = (typeof PANEL_VIEWS)[number];

export const readPanelView = (text: string | null): PanelView =>
  PANEL_VIEWS.find((view) => view === text) ?? "edit";

/** The panel of a new question, in the address. */
export const NEW = "new";
