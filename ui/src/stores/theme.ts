import { create } from "zustand";
import { api } from "@/api/client";
import { applyTheme, DEFAULT_THEME, THEMES } from "@/lib/themes";

export interface ThemeSettings {
  themeName: string;
  customColors: Record<string, string> | null;
}

interface ThemeState extends ThemeSettings {
  /** Asks the server which theme this site wears; a failure leaves what the shell was served with. */
  load: () => Promise<void>;
  /** Shows a theme now, without saving it. */
  show: (settings: ThemeSettings) => void;
}

/** The class of the served shell names the theme, so that the first paint needs no call. */
function servedTheme(): string {
  if (typeof document === "undefined") return DEFAULT_THEME;
  return THEMES.find((t) => document.body.classList.contains(`theme-${t.name}`))?.name ?? DEFAULT_THEME;
}

export const useTheme = create<ThemeState>()((set) => ({
  themeName: servedTheme(),
  customColors: null,
  load: async () => {
    try {
      const settings = await api.get<ThemeSettings>("/admin/theme-settings");
      applyTheme(settings.themeName, settings.customColors);
      set({ themeName: settings.themeName, customColors: settings.customColors });
    } catch {
      // Spec §8: a failure to load the theme is not the visitor's business.
    }
  },
  show: ({ themeName, customColors }) => {
    applyTheme(themeName, customColors);
    set({ themeName, customColors });
  },
}));
