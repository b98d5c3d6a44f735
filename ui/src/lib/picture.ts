import { useEffect, useState } from "react";
import { transport } from "@/api/transport";

export interface Picture {
  /** An object URL, valid while the requesting component is mounted. */
  url: string;
  /** Capture time (RFC 3339), if the server sends it. */
  takenAt: string | null;
}

/** An image behind the session's header, which an <img> cannot send. */
export async function fetchPicture(
  path: string,
  signal: AbortSignal,
): Promise<{ blob: Blob; takenAt: string | null }> {
  const response = await transport("GET", path, { signal, headers: { Accept: "image/*, video/*" } });
  return { blob: await response.blob(), takenAt: response.headers.get("X-Taken-At") };
}

/**
 * Loads an image, and reloads it every `every` ms if given. The last one
 * stays while the next is loading or fails to load.
 */
export function usePicture(
  path: string | null,
  every?: number,
): { picture: Picture | null; failed: boolean } {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setPicture(null);
    setFailed(false);
    if (!path) return;
    const end = new AbortController();
    let timer: number | undefined;
    let held: string | undefined;
    const read = async () => {
      try {
        const { blob, takenAt } = await fetchPicture(path, end.signal);
        if (end.signal.aborted) return;
        const url = URL.createObjectURL(blob);
        if (held) URL.revokeObjectURL(held);
        held = url;
        setPicture({ url, takenAt });
        setFailed(false);
      } catch {
        if (!end.signal.aborted) setFailed(true);
      }
      if (every && !end.signal.aborted) timer = window.setTimeout(() => void read(), every);
    };
    void read();
    return () => {
      end.abort();
      window.clearTimeout(timer);
      if (held) URL.revokeObjectURL(held);
    };
  }, [path, every]);
  return { picture, failed };
}
