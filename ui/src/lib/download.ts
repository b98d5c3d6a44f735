import { answered, type Options } from "@/api/client";

/** The name that the server gives the file (RFC 6266); the fallback where it gives none. */
export function fileName(disposition: string | null, fallback: string): string {
  const wide = /filename\*=(?:UTF-8'')([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  try {
    return (wide && decodeURIComponent(wide)) || plain || fallback;
  } catch {
    return plain ?? fallback;
  }
}

/** Saves what a call answers as a file: a link alone could not carry the session's header. */
export async function download(path: string, fallback: string, options: Options = {}): Promise<void> {
  const response = await answered("GET", path, { ...options, headers: { Accept: "*/*" } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(response.headers.get("Content-Disposition"), fallback);
  link.click();
  // The browser has its own hold on the data once the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
