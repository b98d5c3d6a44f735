import { type CSSProperties, useEffect } from "react";
import { cssVariable, themeByName } from "@/lib/themes";

/** The dark theme's colours for one part of the page: a wall of pictures is dark whatever the theme. */
export const DARK = {
  ...Object.fromEntries(
    Object.entries(themeByName("dark").colors).map(([slot, value]) => [cssVariable(slot), value]),
  ),
  colorScheme: "dark",
} as CSSProperties;

/** Darkens what lies outside of this page's own elements, too: the ground and the scroll bar. */
export function useDarkGround(): void {
  useEffect(() => {
    document.body.classList.add("on-wall");
    return () => document.body.classList.remove("on-wall");
  }, []);
}
