import { NAMES } from "@/i18n/names";
import { SITE_NAMES } from "@/lib/language";

/** Languages that candidates may choose, each by its own name: ours, then those that the site has texts of. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { ...NAMES, ...SITE_NAMES };

/** The language's own name; the tag of a language that the site does not know. */
export const languageName = (tag: string): string => LANGUAGE_NAMES[tag] ?? tag;
