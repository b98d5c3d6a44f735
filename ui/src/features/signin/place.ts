import { session } from "@/lib/storage";

const KEY = "sign_in_place";

/** Keeps the page that needs the sign-in, with its query, while the browser is at a provider. */
export function keepPlace(place: string | undefined): void {
  if (place) session.set(KEY, place);
  else session.remove(KEY);
}

export const keptPlace = (): string | undefined => session.get(KEY) ?? undefined;
