import { useEffect, useState } from "react";
import { errorText } from "@/api/errors";
import { useDebounced } from "@/lib/useDebounced";
import type { Content } from "./content";

export interface Preview {
  /** The latest one that the server could read; it stays while a faulty source is corrected. */
  content?: Content;
  /** Why the source is refused, in the server's words. */
  fault?: string;
  isStale: boolean;
}

/** Pause after a key press before the server is asked, in milliseconds. */
const PAUSE = 400;

/** The tree of `source`, asked from the server once typing pauses. A late reply to an older source is dropped. */
export function usePreview(source: string, preview: (source: string) => Promise<Content>): Preview {
  const settled = useDebounced(source, PAUSE);
  const [state, setState] = useState<Omit<Preview, "isStale"> & { of?: string }>({});
  useEffect(() => {
    if (settled.trim() === "") {
      setState({ of: settled });
      return;
    }
    let current = true;
    preview(settled).then(
      (content) => current && setState({ content, of: settled }),
      (error) =>
        current &&
        setState(({ content }) => ({ ...(content && { content }), fault: errorText(error), of: settled })),
    );
    return () => {
      current = false;
    };
  }, [settled, preview]);
  const { of, ...shown } = state;
  return { ...shown, isStale: of !== source };
}
