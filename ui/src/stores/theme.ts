import { create } from "zustand";
import { api } from "@/api/client";
import { applyTheme, DEFAULT_THEME, THEMES } from "@/lib/themes";

export interface ThemeSettings {
  themeName: string;
  customColors: Record<string, string> | null;
}

interface ThemeState extends ThemeSettings {
  /** Loads the site's theme from the server; on failure the shell's theme stays. */
  load: () => Promise<void>;
  /** Previews a theme without saving it. */
  show: (settings: ThemeSettings) => void;
}

/** The class of the served shell contains the theme, so that the first paint needs no call. */
function servedTheme(): string {
  if (typeof document === "undefined") return DEFAULT_THEME;
  return THEMES.find((t) => document.body.classList.contains(`theme-${t.name}`))?.name ?? DEFAULT_THEME;
}

export const useTheme = create<ThemeState>()((set) => ({
  themeName: servedTheme(),
  customColors: null,
  load: async () => {
    try {
      const settings = await api.get("/admin/theme-settings");
      applyTheme(settings.themeName, settings.customColors);
      set({ themeName: settings.themeName, customColors: settings.customColors });
    } catch {
      // A failure to load the theme is not shown to visitors (docs/behaviour/screens.md#themes).
    }
  },
  show: ({ themeName, customColors }) => {
    applyTheme(themeName, customColors);
    set({ themeName, customColors });
  },
}));
