import { api } from "@/api/client";
import { fetchPicture } from "@/lib/picture";
import type { LoadPicture } from "@/ui/rich-text/pictures";

/** Pictures held in memory: more than a page shows at once. */
const MAX_HELD = 60;
const held = new Map<string, Blob>();

/** Stores a picture and returns its hash. Rejects with the server's sentence. */
export async function uploadPicture(file: Blob): Promise<string> {
  const { hash } = await api.post("/pictures", { body: file });
  return hash;
}

/** Loads pictures from a call that takes their hash. */
export const picturesFrom =
  (path: string): LoadPicture =>
  async (hash, signal) => {
    const known = held.get(hash);
    if (known) return known;
    const { blob } = await fetchPicture(`${path}/${hash}`, signal);
    const [oldest] = held.keys();
    if (held.size >= MAX_HELD && oldest) held.delete(oldest);
    held.set(hash, blob);
    return blob;
  };

/** For administrators' pages. */
export const loadPicture = picturesFrom("/pictures");
