import { useState } from "react";
import { ApiFailure } from "@/api/client";
import type { BankQuestionDetail, BankQuestionInput } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { isQuestionDraft } from "../../drafts/shapes";
import { errorsOf, standing } from "../../form/errors";
import {
  blankDraft,
  DIALOG_TEXTS,
  draftOf,
  isWritten,
  newQuestionId,
  type QuestionDraft,
} from "../../form/rules";
import { useQuestionForm } from "../../form/useQuestionForm";
import { type BankFields, BLANK, fieldsOf, toInput } from "./form";

/** The form of a question of the bank; `base` is what was read, null for a new question. */
export function useBankForm(read: BankQuestionDetail | null) {
  const name = `bank question ${read?.id ?? "new"}`;
  const version = read?.version ?? 0;
  const [first] = useState(() => (read ? draftOf(read.question) : blankDraft(newQuestionId([]))));
  const [fields, setFields, keptFields] = useKept(`${name} facts`, read ? fieldsOf(read) : BLANK, {
    version,
  });
  const [typed, setTyped, keptDraft] = useKept<QuestionDraft>(name, first, {
    version,
    valid: isQuestionDraft,
  });
  // What was typed earlier meets what others saved since.
  const since = Math.min(keptFields.since, keptDraft.since);
  const [base, setBase] = useState(read && { ...read, version: since });
  const form = useQuestionForm(() => typed, DIALOG_TEXTS, { onDraft: setTyped });
  const { draft } = form.fields;
  const [refused, setRefused] = useState({ failure: null as ApiFailure | null, fields, draft });
  const before = base ? fieldsOf(base) : BLANK;
  const isChanged =
    isWritten(draft, base?.question ?? null) || JSON.stringify(fields) !== JSON.stringify(before);
  const objections = refused.failure ? errorsOf(refused.failure.fields, 0) : {};
  return {
    kept: {
      isBack: keptFields.isBack || keptDraft.isBack,
      isStale: keptFields.isStale || keptDraft.isStale,
      sent: () => {
        keptFields.sent();
        keptDraft.sent();
      },
      discard: () => {
        keptFields.discard();
        keptDraft.discard();
        form.restart(first);
      },
    },
    base,
    fields,
    isChanged,
    set: (changes: Partial<BankFields>) => setFields((now) => ({ ...now, ...changes })),
    question: {
      ...form.fields,
      errors: { ...standing(objections, refused.draft, draft), ...form.fields.errors },
    },
    /** The server's objection to a field beside the question, until it changes. */
    errorOf: (name: keyof BankFields) =>
      refused.fields[name] === fields[name] ? refused.failure?.fields[name] : undefined,
    refuse: (error: unknown) =>
      setRefused({ failure: error instanceof ApiFailure ? error : null, fields, draft }),
    /** The request, or null after showing the problem. */
    take: (): BankQuestionInput | null => {
      const question = form.take();
      return question && toInput(fields, question, base);
    },
    /** The other version as the one that was read; with `replace`, also as the content of the form. */
    rebase: (on: BankQuestionDetail, replace: boolean) => {
      setBase(on);
      if (!replace) return;
      keptFields.discard();
      keptDraft.discard();
      setFields(fieldsOf(on));
      form.restart(draftOf(on.question));
    },
  };
}

export type BankForm = ReturnType<typeof useBankForm>;
