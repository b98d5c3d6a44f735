import { useCallback, useEffect, useRef, useState } from "react";
import {
  emptyDraft,
  hasContent,
  listDrafts,
  readDraft,
  readWizardDraft,
  saveDraft,
  setAsideWizardDraft,
  type TestDraft,
  WIZARD_KEY,
  writeWizardDraft,
} from "@/features/questions/drafts/store";
import { local } from "@/lib/storage";

const AUTOSAVE_MS = 400;

/**
 * The test being written. Changes are autosaved in the browser within half a second, so that a
 * closed tab loses nothing; an earlier draft is offered first and never overwritten.
 */
export function useWizard(loadAtOnce: boolean) {
  const [offered, setOffered] = useState<TestDraft | null>(() => {
    const held = readWizardDraft();
    return !loadAtOnce && held && hasContent(held) ? held : null;
  });
  const [draft, setDraft] = useState<TestDraft>(() => (loadAtOnce && readWizardDraft()) || emptyDraft());
  /** False once the browser refused to store a change. */
  const [kept, setKept] = useState(true);
  const [dirty, setDirty] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;

  const change = useCallback(
    (changes: Partial<TestDraft> | ((before: TestDraft) => Partial<TestDraft>)) => {
      if (offered) {
        // Typing declines the offer: the old draft moves to the list.
        setAsideWizardDraft();
        setOffered(null);
      }
      setDirty(true);
      setDraft((before) => ({
        ...before,
        ...(typeof changes === "function" ? changes(before) : changes),
        lastModified: new Date().toISOString(),
      }));
    },
    [offered],
  );

  useEffect(() => {
    if (!dirty) return;
    const timer = window.setTimeout(() => setKept(writeWizardDraft(draft)), AUTOSAVE_MS);
    return () => window.clearTimeout(timer);
  }, [draft, dirty]);

  useEffect(() => {
    if (!dirty) return;
    const keep = () => {
      writeWizardDraft(latest.current);
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [dirty]);

  return {
    draft,
    offered,
    kept,
    dirty,
    change,
    /** Saves a copy to the drafts list, beside an offered draft; false when storage is full. */
    save: (): boolean => {
      if (offered && !setAsideWizardDraft()) return false;
      if (offered && !hasContent(draft)) return true;
      const saved = saveDraft(draft);
      if (!saved) return false;
      setDraft(saved);
      setDirty(false);
      setOffered(null);
      return true;
    },
    /** Restores the last saved draft, of this test or of all, or the autosave; false when there is none. */
    load: (): boolean => {
      const saved = draft.key ? readDraft(draft.key) : null;
      const held = offered ?? saved ?? listDrafts()[0] ?? readWizardDraft();
      if (!held) return false;
      setKept(writeWizardDraft(held));
      setDraft(held);
      setDirty(false);
      setOffered(null);
      return true;
    },
    clear: () => {
      local.remove(WIZARD_KEY);
      setDraft(emptyDraft());
      setDirty(false);
      setOffered(null);
    },
    /** Stops the autosave: the test was created, or the author left on purpose. */
    settle: () => setDirty(false),
  };
}

export type Wizard = ReturnType<typeof useWizard>;
