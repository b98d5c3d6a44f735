import { create } from "zustand";
import { api } from "@/api/client";
import { local } from "@/lib/storage";
import { applyTheme, DEFAULT_THEME, THEMES } from "@/lib/themes";
import { useSession } from "./session";

export interface ThemeSettings {
  themeName: string;
  customColors: Record<string, string> | null;
}

interface ThemeState extends ThemeSettings {
  /** The signed-in person has chosen light and dark by the device, in this browser. */
  bySystem: boolean;
  /** Loads the site's theme from the server; on failure the shell's theme stays. */
  load: () => Promise<void>;
  /** Previews a theme without saving it. */
  show: (settings: ThemeSettings) => void;
  /** Ends a preview: the site's theme, or the person's own. */
  settle: (settings: ThemeSettings) => void;
  chooseSystem: (bySystem: boolean) => void;
}

/** The class of the served shell contains the theme, so that the first paint needs no call. */
function servedTheme(): string {
  if (typeof document === "undefined") return DEFAULT_THEME;
  return THEMES.find((t) => document.body.classList.contains(`theme-${t.name}`))?.name ?? DEFAULT_THEME;
}

const SYSTEM = "system";
const device = window.matchMedia("(prefers-color-scheme: dark)");
/** Key of an account: people who share a browser keep their own theme. */
const slot = (account: string) => `theme:${account}`;
const account = () => useSession.getState().user?.id;
const isBySystem = () => {
  const id = account();
  return id !== undefined && local.get(slot(id)) === SYSTEM;
};

export const useTheme = create<ThemeState>()((set, get) => {
  const draw = () => {
    const { themeName, customColors } = get();
    const bySystem = isBySystem();
    if (bySystem) applyTheme(device.matches ? "dark" : "light");
    else applyTheme(themeName, customColors);
    if (bySystem !== get().bySystem) set({ bySystem });
  };
  device.addEventListener("change", () => get().bySystem && draw());
  useSession.subscribe(
    ({ user }, before) => user?.id !== before.user?.id && isBySystem() !== get().bySystem && draw(),
  );
  return {
    themeName: servedTheme(),
    customColors: null,
    bySystem: false,
    load: async () => {
      try {
        const { themeName, customColors } = await api.get("/admin/theme-settings");
        set({ themeName, customColors });
        draw();
      } catch {
        // A failure to load the theme is not shown to visitors (docs/behaviour/screens.md#themes).
      }
    },
    show: ({ themeName, customColors }) => {
      applyTheme(themeName, customColors);
      set({ themeName, customColors });
    },
    settle: ({ themeName, customColors }) => {
      set({ themeName, customColors });
      draw();
    },
    chooseSystem: (bySystem) => {
      const id = account();
      if (id === undefined) return;
      if (bySystem) local.set(slot(id), SYSTEM);
      else local.remove(slot(id));
      draw();
    },
  };
});
