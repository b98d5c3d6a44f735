import { vi } from "vitest";

/** The text of a blob: those of the simulated browser have no `text`. */
export const textOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onerror: reject });
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

/** Files that the page saves from now on, with their names: the simulated browser has no downloads. */
export function savedFiles(): { name: string; blob: Blob }[] {
  const files: { name: string; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  const createObjectURL = (blob: Blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) files.push({ name: this.download, blob });
  });
  return files;
}
