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
  saveFile(await response.blob(), fileName(response.headers.get("Content-Disposition"), fallback));
}

/** Saves data that the page holds as a file. */
export function saveFile(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser holds its own reference to the data once the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
