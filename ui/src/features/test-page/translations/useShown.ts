import type { TestTranslations } from "@/api/types";
import { LANGUAGE_NAMES } from "@/features/staff-shared/language-name";
import { readTyped, typist } from "@/lib/kept/store";
import { useUrlState } from "@/lib/url-state";
import { keptName } from "./useColumn";

/** Beside the source. */
const MAX_SHOWN = 2;

/** The languages of a test's translations, and those that are shown beside the source, which the address names. */
export function useShown(test: string, data: TestTranslations) {
  const { params, change } = useUrlState();
  const begun = data.languages.map(({ language }) => language);
  const others = Object.keys(LANGUAGE_NAMES).filter((tag) => tag !== data.language && !begun.includes(tag));
  const named = params.get("languages");
  const wanted = (named ?? "").split(",").filter((tag) => begun.includes(tag) || others.includes(tag));
  // One that is typed and never was saved is found again.
  const begins = others.filter(
    (tag) => wanted.includes(tag) || readTyped(typist(), keptName(test, tag)) !== null,
  );
  const listed = [...begun, ...begins];
  const shown = (named === null ? listed.slice(0, 1) : [...new Set(wanted)]).slice(0, MAX_SHOWN);
  const set = (tags: readonly string[]) => change({ languages: tags.join(",") || "-" }, { replace: true });
  return {
    /** Languages that have been begun here or by others. */
    listed,
    shown,
    /** Languages that can be added. */
    others: others.filter((tag) => !begins.includes(tag)),
    /** The one that is shown for longer makes room. */
    show: (tag: string) => set([...shown.filter((one) => one !== tag).slice(1 - MAX_SHOWN), tag]),
    hide: (tag: string) => set(shown.filter((one) => one !== tag)),
  };
}
