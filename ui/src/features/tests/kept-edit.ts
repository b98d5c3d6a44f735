import { useCallback, useEffect, useRef } from "react";
import type { Test } from "@/api/types";
import { completed, isFormat, isQuestionDraft } from "@/features/questions/drafts/shapes";
import { isDraft } from "@/features/questions/drafts/store";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { local, parseJson } from "@/lib/storage";
import { useSession } from "@/stores/session";
import type { TestFields } from "./input";

/** Storage key prefix of unsaved edits (docs/behaviour/screens.md#drafts). */
const PREFIX = "test_edit_";
const AUTOSAVE_MS = 400;

/** An unsaved edit of the panel. */
export interface Edit {
  fields: TestFields;
  /** The version that was read; null for a new test. */
  base: Test | null;
  /** Unsaved input of the question dialog. */
  pending?: QuestionDraft | undefined;
}

export interface KeptEdit extends Edit {
  /** RFC 3339 instant. */
  lastModified: string;
}

const isFields = (value: unknown): value is TestFields =>
  typeof value === "object" &&
  value !== null &&
  "require_fullscreen" in value &&
  "duration" in value &&
  "description_format" in value &&
  isFormat(value.description_format) &&
  isDraft({ ...value, duration_minutes: value.duration, lastModified: "" });

function isKept(value: unknown): value is KeptEdit {
  if (typeof value !== "object" || value === null) return false;
  const { fields, base, pending, lastModified } = value as Record<string, unknown>;
  const known =
    base === null || (typeof base === "object" && base !== null && "version" in base && "id" in base);
  return (
    known &&
    isFields(fields) &&
    (pending === undefined || isQuestionDraft(pending)) &&
    typeof lastModified === "string"
  );
}

/** Storage key of an edit. It belongs to one account, since several may use the browser. */
export const slotOf = (test: Test | null) =>
  `${PREFIX}${useSession.getState().user?.id ?? ""}_${test?.id ?? "new"}`;

export function readEdit(slot: string): KeptEdit | null {
  const kept = parseJson(local.get(slot), isKept);
  if (!kept) return null;
  // Kept by an older page.
  const fields = { ...kept.fields, history: kept.fields.history ?? "saves" };
  return { ...kept, fields, ...(kept.pending && { pending: completed(kept.pending) }) };
}

/**
 * Keeps unsaved input of the panel in this browser, for a session or a page that ends while it is open. `edit` is null
 * while there is nothing to keep. Returns the function that forgets it, once it was saved or discarded.
 */
export function useKeptEdit(slot: string, edit: Edit | null): () => void {
  const latest = useRef(edit);
  latest.current = edit;
  const over = useRef(false);
  // Another tab may show the same test: what it keeps is not removed by one that changed nothing.
  const owned = useRef(local.get(slot) !== null);
  const write = useCallback(() => {
    if (over.current) return;
    const kept = latest.current && { ...latest.current, lastModified: new Date().toISOString() };
    if (kept) local.set(slot, JSON.stringify(kept));
    else if (owned.current) local.remove(slot);
    owned.current = kept !== null;
  }, [slot]);
  useEffect(() => {
    const timer = window.setTimeout(write, edit ? AUTOSAVE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [edit, write]);
  useEffect(() => {
    window.addEventListener("pagehide", write);
    return () => {
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [write]);
  return () => {
    over.current = true;
    local.remove(slot);
  };
}
