import { wordOtherwise } from "@/api/errors";
import { languageTag, show } from "@/i18n";
import { NAMES } from "@/i18n/names";
import type { StaffCatalog } from "@/i18n/staff/catalog";
import {
  allTexts,
  directionOf,
  inStaffRooms,
  leaveCandidates,
  ofSite,
  over,
  SITE_NAMES_FOR_STAFF,
  siteTexts,
  speakEnglish,
} from "./language";
import { pause } from "./pause";
import { wordSentences } from "./server-words";
import { keepStaffChoice, staffChoice } from "./staff-choice";

/** Languages of staff's rooms beside English. */
const OTHERS: Record<string, () => Promise<StaffCatalog>> = {
  de: () => import("@/i18n/staff/languages/de"),
  fr: () => import("@/i18n/staff/languages/fr"),
};

/** Ours, then those that the site has texts of. */
export const STAFF_LANGUAGES: readonly string[] = [
  ...new Set(["en", ...Object.keys(OTHERS), ...Object.keys(SITE_NAMES_FOR_STAFF)]),
];

/** A language of staff by its own name; its tag where the site does not know it. */
export const staffLanguageName = (tag: string): string => NAMES[tag] ?? SITE_NAMES_FOR_STAFF[tag] ?? tag;

/** In ms: a room is shown in English where its texts do not come. */
const TEXTS_TIMEOUT_MS = 5_000;

async function load(tag: string): Promise<void> {
  // What rooms share with candidates' pages is in the catalogue of these. Ours are there without the site's; a language of the
  // site's own is not.
  const [ofCandidates, ofStaff, own, { forStaff, inWords }] = await Promise.all([
    allTexts(tag),
    OTHERS[tag]?.(),
    OTHERS[tag] ? ofSite(tag, true) : siteTexts(tag, true),
    import("./staff-refusals"),
  ]);
  wordOtherwise(forStaff);
  wordSentences(inWords);
  if (inStaffRooms() && chosen() === tag)
    show({ tag, direction: directionOf(tag), parts: { ...ofCandidates, ...over({ ...ofStaff }, own) } });
}

const chosen = () => staffChoice() ?? "en";

/** Shows a room of staff in the language that its person has chosen; English unless they have. */
export async function speakStaff(): Promise<void> {
  const tag = chosen();
  if (tag === "en" || !STAFF_LANGUAGES.includes(tag)) return speakEnglish();
  if (inStaffRooms() && languageTag() === tag) return;
  leaveCandidates();
  await Promise.race([load(tag), pause(TEXTS_TIMEOUT_MS)]).catch(() => undefined);
}

/** Shows another language, and keeps the choice. */
export function chooseStaff(tag: string): void {
  keepStaffChoice(tag);
  void speakStaff();
}
