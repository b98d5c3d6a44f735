import { createContext } from "react";

/** Loads a stored picture by its hash. */
export type LoadPicture = (hash: string, signal: AbortSignal) => Promise<Blob>;

/** How the pages below get their pictures; null: the alternative texts are shown. */
export const PictureContext = createContext<LoadPicture | null>(null);
