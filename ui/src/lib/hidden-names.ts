import { useCallback } from "react";
import { languageTag, translated, useLanguage } from "@/i18n";
import { serverWords } from "./server-words";

/** What the server says instead of a name of an anonymous test (docs/behaviour/results.md#anonymous). */
const HIDDEN = /^Hidden name$/;
const NUMBERED = /^Candidate (\d+)$/;
/** And instead of someone who has no account, or none any more, or is not known. */
const NO_ACCOUNT =
  /^(A former administrator|An(other)? administrator|Another reviewer|The candidate|The server|[Tt]he operator( of the server)?)$/;
const IS_STAFF = /^(owner_name|name|(\w+_)?by)$/;

function candidate(name: string): string {
  if (HIDDEN.test(name)) return translated("sharedLinks", "hiddenName") ?? name;
  const number = NUMBERED.exec(name)?.[1];
  return (number && translated("sharedLinks", "candidateNumber", { number })) || name;
}

/** The name of a member of staff, in the language of the page where there is no name. */
export const ofStaff = (name: string): string => (NO_ACCOUNT.test(name) ? serverWords(name) : name);

/** A copy in which what stands instead of a name is in the language of the page; the data itself where nothing does. */
function copied(data: unknown): unknown {
  if (Array.isArray(data)) {
    const all = data.map(copied);
    return all.some((one, at) => one !== data[at]) ? all : data;
  }
  if (typeof data !== "object" || data === null) return data;
  const { applicant_email: email } = data as { applicant_email?: unknown };
  const own = (key: string, value: unknown) => {
    if (typeof value !== "string") return copied(value);
    // A person may be called so: those have an address.
    if (key === "applicant_name" && !email) return candidate(value);
    return IS_STAFF.test(key) ? ofStaff(value) : value;
  };
  const changed = Object.entries(data).flatMap(([key, value]) => {
    const shown = own(key, value);
    return shown === value ? [] : [[key, shown]];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}

/** A reply of the server with its stand-ins for names in the language of the page. */
export const withHiddenNames = <T>(data: T): T => (languageTag() === "en" ? data : (copied(data) as T));

let selecting = { tag: "en", select: (data: unknown) => withHiddenNames(data) };

/** `select` of all queries: another function in each language, so that what is shown is selected again. */
export function selectNames(): ((data: unknown) => unknown) | undefined {
  const tag = languageTag();
  if (tag === "en") return undefined;
  if (selecting.tag !== tag) selecting = { tag, select: (data) => withHiddenNames(data) };
  return selecting.select;
}

/** The same for a query that selects itself. */
export function useNamed<T, R>(select: (data: T) => R): (data: T) => R {
  const tag = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function in each language
  return useCallback((data: T) => withHiddenNames(select(data)), [select, tag]);
}
