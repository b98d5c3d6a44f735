import { ENGLISH, type Language, languageTag, show } from "@/i18n";
import type { FirstPage, FirstTexts } from "@/i18n/catalog";
import { pause } from "./pause";
import { local } from "./storage";

/** Languages of candidates' pages beside English: each is in files that only its readers load. */
const OTHERS: Record<string, () => Promise<FirstTexts>> = {
  de: () => import("@/i18n/languages/de"),
  fr: () => import("@/i18n/languages/fr"),
  es: () => import("@/i18n/languages/es"),
  "pt-BR": () => import("@/i18n/languages/pt-BR"),
  pl: () => import("@/i18n/languages/pl"),
  ar: () => import("@/i18n/languages/ar"),
  ja: () => import("@/i18n/languages/ja"),
};

/** Where the choice of a person is kept, on this device. */
const CHOICE = "invigil_language";
/** That of the last invitation, its test or its site. */
const INVITED = "invigil_invited_language";
/** In ms: texts that do not come must not keep a test from being shown. */
const TEXTS_TIMEOUT_MS = 5_000;

const base = (tag: string) => tag.split("-")[0];

/**
 * The first wanted language that there is, whatever its region: the person's choice, then that of the invitation, then the
 * browser's.
 */
function preferred(): string {
  for (const wanted of [local.get(CHOICE), local.get(INVITED), ...navigator.languages]) {
    const found = ["en", ...Object.keys(OTHERS)].find((tag) => wanted && base(tag) === base(wanted));
    if (found) return found;
  }
  return "en";
}

let wanted = "en";
/** Ends once the texts of the first paint are shown, or cannot be loaded; and those of all of the page. */
let first: Promise<unknown> | undefined;
let all: Promise<unknown> | undefined;

function begin(tag: string, load: () => Promise<FirstTexts>, page: FirstPage | undefined): void {
  const put = (parts: Language["parts"]) => {
    if (wanted === tag) show({ tag, direction: tag === "ar" ? "rtl" : "ltr", parts });
    return parts;
  };
  const loaded = load();
  first = loaded.then(async ({ take, invite, rest, ...parts }) =>
    put({ ...parts, ...(page && (await { take, invite }[page]())) }),
  );
  all = first.then(async (parts) => {
    const { take, invite, rest } = await loaded;
    const [ofTake, ofInvite, others] = await Promise.all([take(), invite(), rest()]);
    return put({ ...(parts as object), ...ofTake, ...ofInvite, ...others });
  });
  all.catch(() => {
    if (wanted !== tag) return;
    // Not loaded: the next page tries again, and this one when the network is back.
    wanted = "";
    window.addEventListener("online", () => wanted || void speak(), { once: true });
  });
}

/** Shows English: the pages of staff have no other language. */
export function speakEnglish(): void {
  wanted = "en";
  if (languageTag() !== wanted) show(ENGLISH);
}

/** Shows a candidate's page in the preferred language. `page`: does not wait for more than its first paint needs. */
export async function speak(page?: FirstPage): Promise<void> {
  const tag = preferred();
  const load = OTHERS[tag];
  if (!load) return speakEnglish();
  if (tag !== wanted) {
    wanted = tag;
    begin(tag, load, page);
  }
  await Promise.race([page ? first : all, pause(TEXTS_TIMEOUT_MS)]).catch(() => undefined);
}

/** Shows the language of an invitation, unless the person has chosen another. */
export function invitedIn(tag: string | null | undefined): void {
  local.set(INVITED, tag ?? "");
  void speak();
}

/** Shows another language, and keeps the choice. */
export function choose(tag: string): void {
  local.set(CHOICE, tag);
  void speak();
}
