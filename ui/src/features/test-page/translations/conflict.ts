import type { TestTranslations } from "@/api/types";
import type { Difference } from "@/features/tests/merge";
import { type Edits, groupsOf, savedState, savedText } from "./texts-of-test";

/** What another person saved of a language since `base` was read, without what is the same here. */
export function differences(
  base: TestTranslations,
  theirs: TestTranslations,
  language: string,
  edits: Edits,
): Difference[] {
  const before = new Map(
    groupsOf(base.texts).flatMap(({ rows }) =>
      rows.map(({ key, source }) => [key, savedText(source, language)]),
    ),
  );
  return groupsOf(theirs.texts).flatMap(({ name, rows }) =>
    rows.flatMap(({ key, label, source }) => {
      const edit = edits[key];
      const was = edit?.was ?? before.get(key) ?? "";
      const mine = edit?.text ?? was;
      const other = savedText(source, language);
      if (other === was || other === mine) return [];
      return [{ key, name: `${name}: ${label}`, mine, theirs: other, both: edit !== undefined, language }];
    }),
  );
}

/** The own edits on top of what is saved now: where it was chosen, theirs. */
export function rebased(
  base: TestTranslations,
  now: TestTranslations,
  language: string,
  edits: Edits,
  takeTheirs: ReadonlySet<string>,
): Edits {
  const version = now.languages.find((one) => one.language === language)?.version ?? 0;
  const found = new Map(differences(base, now, language, edits).map((one) => [one.key, one]));
  const rows = groupsOf(now.texts).flatMap(({ rows }) => rows);
  return Object.fromEntries(
    rows.flatMap(({ key, source }) => {
      const edit = edits[key];
      const difference = found.get(key);
      const was = savedText(source, language);
      const isSaved = edit?.text === was && savedState(source, language) === "current";
      if (takeTheirs.has(key) || isSaved || (!edit && !difference)) return [];
      const text = edit?.text ?? difference?.mine ?? "";
      return [[key, { text, hash: edit?.hash ?? source.source_hash, was, version }]];
    }),
  );
}
