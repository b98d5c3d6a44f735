import themes from "@themes";

export interface Theme {
  name: string;
  label: string;
  dark: boolean;
  /** Colour slots by name (docs/behaviour/screens.md#themes), plus extra ones for AA contrast. */
  colors: Record<string, string>;
}

export const THEMES: Theme[] = themes;
export const DEFAULT_THEME = "classic";

/** The theme of that name; an unknown name falls back to classic (docs/behaviour/screens.md#themes). */
export function themeByName(name: string): Theme {
  const found = THEMES.find((t) => t.name === name) ?? THEMES.find((t) => t.name === DEFAULT_THEME);
  if (!found) throw new Error("the default theme is missing");
  return found;
}

export const cssVariable = (slot: string) => `--${slot.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;

/** Sets the page's colour variables and its theme class; `custom` overrides single slots. */
export function applyTheme(name: string, custom: Record<string, string> | null = null): void {
  const theme = themeByName(name);
  const style = document.documentElement.style;
  for (const [slot, value] of Object.entries({ ...theme.colors, ...custom })) {
    style.setProperty(cssVariable(slot), value);
  }
  // Form controls, scroll bars and light-dark() follow this one.
  style.setProperty("color-scheme", theme.dark ? "dark" : "light");
  for (const t of THEMES) document.body.classList.toggle(`theme-${t.name}`, t.name === theme.name);
}
