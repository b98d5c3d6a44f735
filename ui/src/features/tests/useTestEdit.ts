import { useEffect, useMemo, useState } from "react";
import type { Test } from "@/api/types";
import type { Content } from "@/features/questions/content/sections";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { fieldsOf, isChanged, type TestFields } from "./input";
import { readEdit, slotOf, useKeptEdit } from "./kept-edit";

/** The input of the panel: that of an earlier page or session, if it was left unsaved. */
export function useTestEdit(test: Test | null) {
  const [slot] = useState(() => slotOf(test));
  const [kept, setKept] = useState(() => readEdit(slot));
  const [base, setBase] = useState(kept ? kept.base : test);
  const [fields, setFields] = useState(() => kept?.fields ?? fieldsOf(test));
  const [pending, setPending] = useState<QuestionDraft | undefined>(kept?.pending);
  const changed = pending !== undefined || isChanged(fields, base);
  const edit = useMemo(() => (changed ? { fields, base, pending } : null), [changed, fields, base, pending]);
  const forget = useKeptEdit(slot, edit);
  // Where nothing was changed here, the form follows what others save.
  useEffect(() => {
    if (!test || !base || changed || test.version <= base.version) return;
    setBase(test);
    setFields(fieldsOf(test));
  }, [test, base, changed]);
  return {
    fields,
    /** The version that was read: the list behind the panel may show a later one. */
    base,
    /** Unsaved input of the question dialog. */
    pending,
    changed,
    /** When the restored input was last changed; undefined without any. */
    keptAt: kept?.lastModified,
    set: (changes: Partial<TestFields>) => setFields((before) => ({ ...before, ...changes })),
    setContent: (change: (content: Content) => Content) =>
      setFields((before) => ({ ...before, ...change(before) })),
    setPending,
    replace: setFields,
    rebase: (next: TestFields, on: Test) => {
      setFields(next);
      setBase(on);
    },
    /** The version that replaced `sent`: what was typed since stays, on top of it. */
    saved: (sent: TestFields, stored: Test) => {
      setKept(null);
      setBase(stored);
      setFields((now) => (now === sent ? fieldsOf(stored) : now));
    },
    startOver: () => {
      setKept(null);
      setBase(test);
      setFields(fieldsOf(test));
      setPending(undefined);
    },
    forget,
  };
}
