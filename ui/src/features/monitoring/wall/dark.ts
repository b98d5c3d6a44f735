import { type CSSProperties, useEffect } from "react";
import { cssVariable, themeByName } from "@/lib/themes";

/** Dark theme colours for one part of the page: the wall is dark in every theme. */
export const DARK = {
  ...Object.fromEntries(
    Object.entries(themeByName("dark").colors).map(([slot, value]) => [cssVariable(slot), value]),
  ),
  colorScheme: "dark",
} as CSSProperties;

/** Also darkens the document's background and scroll bar. */
export function useDarkGround(): void {
  useEffect(() => {
    document.body.classList.add("on-wall");
    return () => document.body.classList.remove("on-wall");
  }, []);
}
