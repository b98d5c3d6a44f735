import type { Holder } from "../attempt-call";

type Module = typeof import("./paper-pictures");

let loading: Promise<Module> | undefined;

/** Pictures need not be there for the first paint. */
export function paperPictures(): Promise<Module> {
  loading ??= import("./paper-pictures").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export const pictureLoader = (holder: Holder) => (hash: string) =>
  paperPictures().then((module) => module.load(holder, hash));

/** Deletes the pictures of an attempt that has ended from this browser. */
export async function forgetPictures(token: string): Promise<void> {
  await loading?.then((module) => module.forget(token)).catch(() => undefined);
}
