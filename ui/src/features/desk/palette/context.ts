import { createContext } from "react";

/** Opens the command palette; does nothing outside the rooms of staff. */
export const OpenPalette = createContext<() => void>(() => undefined);
