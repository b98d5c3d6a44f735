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

interface SiteTexts {
  /** Below `/assets/`. */
  file: string;
  direction: Language["direction"];
  /** Name of a language that only the site has texts of, and offers. */
  name: string;
  /** File of a language that staff may choose. */
  forStaff: string;
}

/** The languages that the site has texts of, as the document names them: "tag|file|direction|name|name for staff", by semicolons. */
const SITE: Record<string, SiteTexts> = Object.fromEntries(
  (globalThis.document?.querySelector<HTMLMetaElement>("meta[name=invigil-languages]")?.content ?? "")
    .split(";")
    .map((one) => one.split("|"))
    .map(([tag = "", file = "", direction, name = "", forStaff = ""]) => [
      tag,
      { file, direction: direction === "rtl" ? "rtl" : "ltr", name, forStaff },
    ]),
);

/** Languages of the site that candidates may choose beside ours, each by its own name. */
export const SITE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SITE).flatMap(([tag, { name }]) => (name ? [[tag, name]] : [])),
);

/** Languages of the site that staff may choose, each by its own name. */
export const SITE_NAMES_FOR_STAFF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SITE).flatMap(([tag, { forStaff }]) => (forStaff ? [[tag, forStaff]] : [])),
);

export const directionOf = (tag: string): Language["direction"] =>
  SITE[tag]?.direction ?? (tag === "ar" ? "rtl" : "ltr");

/** Texts by part and key. */
type Parts = Record<string, Record<string, string>>;

/** The texts that the site has of a language for candidates, or for staff. */
export async function siteTexts(tag: string, forStaff = false): Promise<Parts> {
  const file = SITE[tag]?.file;
  const response = await fetch(
    `/assets/${forStaff ? file?.replace("languages/", "languages/staff-") : file}`,
  );
  if (!response.ok) throw new Error(`${tag} did not come`);
  return response.json();
}

/** Our texts with those of the site in their place. */
export const over = (ours: object, own: Parts): Language["parts"] =>
  Object.fromEntries(
    Object.keys({ ...ours, ...own }).map((part) => [part, { ...(ours as Parts)[part], ...own[part] }]),
  );

/** Where the choice of a person is kept, on this device. */
const CHOICE = "invigil_language";
/** Language of the last invitation, its test or its site. */
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
    const tags = ["en", ...Object.keys(OTHERS), ...Object.keys(SITE_NAMES)];
    const found =
      tags.find((tag) => tag === wanted) ?? tags.find((tag) => wanted && base(tag) === base(wanted));
    if (found) return found;
  }
  return "en";
}

let wanted = "en";
/** Ends once the texts of the first paint are shown, or cannot be loaded; and those of all of the page. */
let first: Promise<unknown> | undefined;
let all: Promise<unknown> | undefined;

function begin(tag: string, page: FirstPage | undefined): void {
  const load = OTHERS[tag];
  const own = SITE[tag] && siteTexts(tag);
  const put = async (ours: object) => {
    // Ours are there without the site's; a language of the site's own is not.
    const parts = own ? over(ours, await (load ? own.catch(() => ({})) : own)) : ours;
    if (wanted === tag) show({ tag, direction: directionOf(tag), parts });
    return ours;
  };
  const loaded = load?.();
  first = !loaded
    ? put({})
    : loaded.then(async ({ take, invite, rest, ...parts }) =>
        put({ ...parts, ...(page && (await { take, invite }[page]())) }),
      );
  all = first.then(async (parts) => {
    if (!loaded) return;
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

/** Shows English. */
export function speakEnglish(): void {
  wanted = "en";
  if (languageTag() !== wanted) show(ENGLISH);
}

const STAFF = "staff";

/** From here on, a language of candidates' pages that is still loading is not shown. */
export function leaveCandidates(): void {
  wanted = STAFF;
}

/** Whether no page of a candidate was opened since. */
export const inStaffRooms = () => wanted === STAFF;

/** All texts of candidates' pages in a language of ours, with those of the site in their place. */
export async function allTexts(tag: string): Promise<Language["parts"]> {
  const [loaded, own] = await Promise.all([OTHERS[tag]?.(), ofSite(tag)]);
  if (!loaded) return own;
  const { take, invite, rest, ...parts } = loaded;
  const [ofTake, ofInvite, others] = await Promise.all([take(), invite(), rest()]);
  return over({ ...parts, ...ofTake, ...ofInvite, ...others }, own);
}

/** The texts that the site has of a language; none where there are none, or they do not come. */
export const ofSite = async (tag: string, forStaff = false): Promise<Parts> =>
  SITE[tag] ? siteTexts(tag, forStaff).catch(() => ({})) : {};

/** Shows a candidate's page in the preferred language. `page`: does not wait for more than its first paint needs. */
export async function speak(page?: FirstPage): Promise<void> {
  const tag = preferred();
  if (tag === "en") return speakEnglish();
  if (tag !== wanted) {
    wanted = tag;
    begin(tag, page);
  }
  await Promise.race([page ? first : all, pause(TEXTS_TIMEOUT_MS)]).catch(() => undefined);
}

/** Shows the language of an invitation, unless the person has chosen another. */
export function invitedIn(tag: string | null | undefined): void {
  local.set(INVITED, tag ?? "");
  void speak();
}

/** Shows the language that is chosen in another tab: two tabs of one attempt must not report two languages in turn. */
export function followTabs(signal: AbortSignal): void {
  const heard = ({ key }: StorageEvent) => {
    if (key === CHOICE) void speak();
  };
  window.addEventListener("storage", heard, { signal });
}

/** Shows another language, and keeps the choice. */
export function choose(tag: string): void {
  local.set(CHOICE, tag);
  void speak();
}
