import { answered } from "@/api/client";
import type { Init, PathOf } from "@/api/operations";

/** File name from Content-Disposition (RFC 6266), or the fallback. */
export function fileName(disposition: string | null, fallback: string): string {
  const wide = /filename\*=(?:UTF-8'')([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  try {
    return (wide && decodeURIComponent(wide)) || plain || fallback;
  } catch {
    return plain ?? fallback;
  }
}

/** Saves a response as a file: a plain link cannot carry the session's header. */
export async function download<P extends PathOf<"get">>(
  path: P,
  fallback: string,
  init: Init<P, "get">,
): Promise<void> {
  const response = await answered("get", path, { ...init, headers: { Accept: "*/*" } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(response.headers.get("Content-Disposition"), fallback);
  link.click();
  // The browser holds its own reference to the data once the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
