import { useEffect, useState } from "react";
import { api, errorText } from "@/api/client";
import type { ListPreview } from "@/api/types";
import { useDebounced } from "@/lib/useDebounced";

/** Pause after a key press before the server is asked, in milliseconds. */
const PAUSE = 300;

const ask = (list: Blob | string, withText: boolean) =>
  api.post("/invites/bulk/preview", {
    // The browser's MIME type is ignored: the server checks the content.
    body: new Blob([list], { type: "application/octet-stream" }),
    query: { with_text: withText },
  });

/** A file as the server reads it, with its text. */
export const readFile = (file: Blob) => ask(file, true);

export interface ListState {
  /** People and notes of the text that was read last. */
  list: Pick<ListPreview, "people" | "notes">;
  /** Why the list as a whole cannot be read. */
  fault?: string;
  /** The text has changed since. */
  isStale: boolean;
  /** Asks for the same text again, after a failure. */
  again(): void;
}

const EMPTY: ListState["list"] = { people: [], notes: [] };

/** Whom the list names, asked from the server once typing pauses: by the rules of the invitation. */
export function useListPreview(text: string): ListState {
  const settled = useDebounced(text, PAUSE);
  const [state, setState] = useState<Omit<ListState, "isStale" | "again"> & { of: string }>({
    list: EMPTY,
    of: "",
  });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks for the same text
  useEffect(() => {
    if (settled.trim() === "") {
      setState({ list: EMPTY, of: settled });
      return;
    }
    let current = true;
    ask(settled, false).then(
      (list) => current && setState({ list, of: settled }),
      (error) => current && setState({ list: EMPTY, fault: errorText(error), of: settled }),
    );
    return () => {
      current = false;
    };
  }, [settled, tries]);
  const { of, ...shown } = state;
  return { ...shown, isStale: of !== text, again: () => setTries((before) => before + 1) };
}
