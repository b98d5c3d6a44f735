import type { HistoryMode, TextFormat } from "@/api/types";
import { typist } from "@/lib/kept/store";
import { local, parseJson } from "@/lib/storage";
import { type Content, itemsOf } from "../content/sections";
import { isSections } from "../content/shapes";
import { isHistoryMode } from "../form/HistoryChoice";
import { DURATION_DEFAULT, type QuestionDraft } from "../form/rules";
import { completed, isFormat, isQuestion, isQuestionDraft } from "./shapes";

/** Storage key of the wizard's draft (docs/behaviour/screens.md#drafts). */
export const WIZARD_KEY = "test_draft";
/** Storage key prefix of saved drafts, listed in the tests tab. */
export const NAMED_PREFIX = "test_draft_";

/** A draft of an older page has no sections. */
export interface TestDraft extends Content {
  title: string;
  description: string;
  /** As typed when it came from the wizard; read with `wholeNumber` before use. */
  duration_minutes: number | string;
  require_fullscreen?: boolean;
  history?: HistoryMode;
  description_format?: TextFormat;
  /** Unsaved input of the question form: a new question, or an edit of one of the test by its id. */
  pending?: QuestionDraft;
  /** RFC 3339 instant. */
  lastModified: string;
  /** Which test is being written, in whatever tab: copies have the same; absent in drafts of older pages. */
  id?: string;
  /** The account that writes it: others neither see nor replace it. Absent in drafts of older pages, which all see. */
  owner?: string;
  /** Storage key of this draft's saved copy, so that saving again replaces it. */
  key?: string;
}

export interface NamedDraft extends TestDraft {
  key: string;
}

export const emptyDraft = (now = new Date()): TestDraft => ({
  title: "",
  description: "",
  duration_minutes: DURATION_DEFAULT,
  questions: [],
  lastModified: now.toISOString(),
  id: `${now.getTime().toString(36)}-${Math.random().toString(36).slice(2)}`,
});

export function isDraft(value: unknown): value is TestDraft {
  if (typeof value !== "object" || value === null) return false;
  const d = value as Record<string, unknown>;
  return (
    typeof d.title === "string" &&
    typeof d.description === "string" &&
    (typeof d.duration_minutes === "number" || typeof d.duration_minutes === "string") &&
    Array.isArray(d.questions) &&
    d.questions.every(isQuestion) &&
    (d.sections === undefined || isSections(d.sections)) &&
    (d.require_fullscreen === undefined || typeof d.require_fullscreen === "boolean") &&
    (d.history === undefined || isHistoryMode(d.history)) &&
    (d.pending === undefined || isQuestionDraft(d.pending)) &&
    (d.description_format === undefined || isFormat(d.description_format)) &&
    (d.id === undefined || typeof d.id === "string") &&
    (d.owner === undefined || typeof d.owner === "string") &&
    typeof d.lastModified === "string"
  );
}

/** Whether the draft has any content. */
export function hasContent(draft: TestDraft): boolean {
  const { title, description, sections, pending } = draft;
  const isNamed = title.trim() !== "" || description.trim() !== "";
  return isNamed || sections !== undefined || itemsOf(draft).length > 0 || pending !== undefined;
}

const isMine = ({ owner }: TestDraft) => owner === undefined || owner === typist();

const signed = (draft: TestDraft): TestDraft => (typist() === "" ? draft : { ...draft, owner: typist() });

export function readDraft(key: string): TestDraft | null {
  const draft = parseJson(local.get(key), isDraft);
  if (!draft || !isMine(draft)) return null;
  return draft.pending ? { ...draft, pending: completed(draft.pending) } : draft;
}

export const readWizardDraft = () => readDraft(WIZARD_KEY);

/** Writes the wizard's draft. One of another tab, which writes another test, or of another account moves to the list. */
export function writeWizardDraft(draft: TestDraft): boolean {
  const held = parseJson(local.get(WIZARD_KEY), isDraft);
  if (held && !isMine(held)) local.set(held.key ?? freeKeyOf(held), JSON.stringify(held));
  else if (held && held.id !== draft.id) setAsideWizardDraft();
  return local.set(WIZARD_KEY, JSON.stringify(signed(draft)));
}

/** Saved drafts, the latest first. Malformed entries are kept but not listed. */
export function listDrafts(): NamedDraft[] {
  return local
    .keys()
    .filter((key) => key.startsWith(NAMED_PREFIX))
    .flatMap((key) => {
      const draft = readDraft(key);
      return draft ? [{ ...draft, key }] : [];
    })
    .sort((a, b) => b.lastModified.localeCompare(a.lastModified));
}

function freeKey(now: number): string {
  let stamp = now;
  while (local.get(NAMED_PREFIX + stamp) !== null) stamp += 1;
  return NAMED_PREFIX + stamp;
}

const freeKeyOf = ({ lastModified }: TestDraft) => freeKey(Date.parse(lastModified) || Date.now());

/**
 * Saves a draft under its key and as the wizard's draft. Null when storage is full: the
 * caller must say so, because nothing was saved.
 */
export function saveDraft(draft: TestDraft, now = new Date()): TestDraft | null {
  const key = draft.key ?? freeKey(now.getTime());
  const saved = { ...signed(draft), key, lastModified: now.toISOString() };
  if (!local.set(key, JSON.stringify(saved))) return null;
  writeWizardDraft(saved);
  return saved;
}

/** Saves the wizard's content as a draft, so that another draft can replace it. */
export function setAsideWizardDraft(): boolean {
  const held = readWizardDraft();
  if (!held || !hasContent(held)) return true;
  const copy = held.id === undefined ? undefined : listDrafts().find(({ id }) => id === held.id);
  const key = held.key ?? copy?.key ?? freeKeyOf(held);
  return local.set(key, JSON.stringify({ ...held, key }));
}

/** Loads a saved draft into the wizard. */
export function continueDraft(key: string): boolean {
  const draft = readDraft(key);
  if (!draft) return false;
  const held = readWizardDraft();
  if (held?.key !== key && !setAsideWizardDraft()) return false;
  return writeWizardDraft({ ...draft, key });
}

export function deleteDraft(key: string): void {
  local.remove(key);
  if (readWizardDraft()?.key === key) local.remove(WIZARD_KEY);
}

/**
 * Deletes what was kept of this test, after it was created: the wizard's draft and copies in the list. What another tab
 * writes, also of the same test but later, stays.
 */
export function discardWizardDraft(draft: TestDraft): void {
  const isOf = (held: TestDraft) =>
    (held.id === undefined ? held.key === draft.key : held.id === draft.id) &&
    held.lastModified <= draft.lastModified;
  const held = readWizardDraft();
  if (held && isOf(held)) local.remove(WIZARD_KEY);
  for (const copy of listDrafts()) {
    if (copy.key === draft.key || isOf(copy)) local.remove(copy.key);
  }
}
