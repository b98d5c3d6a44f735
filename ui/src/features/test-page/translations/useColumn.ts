import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import { invalidate } from "@/api/query";
import type { SourceText, TestTranslations } from "@/api/types";
import { languageName } from "@/features/staff-shared/language-name";
import { isStale } from "@/features/tests/useConflict";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { t } from "./texts";
import {
  accepted,
  type Edits,
  isEdits,
  keyOf,
  refusedTexts,
  type SentText,
  takenOver,
  textsToSend,
  typed,
} from "./texts-of-test";
import { translationsOf, useClash } from "./useClash";

const NONE: Edits = {};

/** Name of what is typed in a language and not saved. */
export const keptName = (test: string, language: string) => `translation:${test}:${language}`;

interface Sending {
  language: string;
  version: number;
  texts: SentText[];
  edits: Edits;
  /** What the edits were made on. */
  base: TestTranslations;
}

interface Sent {
  language: string;
  /** The version that was saved. */
  version: number;
  edits: Edits;
}

interface Refused {
  language: string;
  edits: Edits;
  /** By key of the text. */
  errors: Record<string, string>;
  /** About the language itself. */
  general: string | undefined;
}

/** The lowest version that an edit was made on: what was saved since is a conflict. */
const sinceOf = (edits: Edits, version: number) =>
  Math.min(version, ...Object.values(edits).map((edit) => edit.version));

/** What was typed meanwhile stays, on top of what is saved now. */
const afterSave = (present: Edits, sent: Edits, version: number): Edits =>
  Object.fromEntries(
    Object.entries(present).flatMap(([key, edit]) =>
      edit === sent[key] ? [] : [[key, { ...edit, was: sent[key]?.text ?? edit.was, version }]],
    ),
  );

/** Reads what depends on a translation again. */
function useStored(test: string) {
  const client = useQueryClient();
  return useCallback(
    (now: TestTranslations) => {
      client.setQueryData(translationsOf(test).queryKey, now);
      void invalidate(client, "/tests", "/tests/{id}", "/tests/{id}/readiness");
    },
    [client, test],
  );
}

/** The translation into one language that is shown beside the source: its edits, their errors, and the calls that send them. */
export function useColumn(test: string, data: TestTranslations, language: string) {
  const stored = useStored(test);
  const summary = data.languages.find((one) => one.language === language);
  const version = summary?.version ?? 0;
  const [edits, setEdits, kept] = useKept<Edits>(keptName(test, language), NONE, { version, valid: isEdits });
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const name = summary?.name ?? languageName(language);
  const since = sinceOf(edits, version);

  const { conflict, meet } = useClash({ test, data, language, edits, setEdits });
  const say = (problem: unknown) => toast.error(t("notSaved", { name, reason: errorText(problem) }));
  const save = useSend({
    mutationFn: ({ language, version, texts }: Sending) =>
      api.put("/tests/{id}/translations/{language}", {
        path: { id: test, language },
        body: { version, texts },
      }),
    onSuccess: (now, { language, edits }) => {
      const saved = now.languages.find((one) => one.language === language)?.version ?? 0;
      setRefused(null);
      setSent({ language, version: saved, edits });
      stored(now);
      toast.success(t("saved", { name }));
    },
    onError: (error, sending) => {
      const change = changedByOther(error);
      if (change && isStale(error)) {
        void meet(sending, change).catch(say);
        return;
      }
      const fields = fieldErrors(error);
      setRefused({
        language: sending.language,
        edits: sending.edits,
        errors: refusedTexts(fields, sending.texts),
        general: fields.language,
      });
      say(error);
    },
  });

  // Once the saved texts are shown, and not before: a field would show the earlier one for a moment.
  useLayoutEffect(() => {
    if (sent?.language !== language || version < sent.version) return;
    setEdits((present) => afterSave(present, sent.edits, sent.version));
    setSent(null);
  }, [sent, language, version, setEdits]);

  const on = useMemo(() => ({ language, version }), [language, version]);
  const said = refused?.language === language ? refused : null;
  return {
    language,
    name,
    version,
    edits,
    isChanged: Object.keys(edits).length > 0,
    isSaving: save.isPending,
    kept: { isBack: kept.isBack, isStale: kept.isBack && since !== version, discard: kept.discard },
    conflict,
    /** The server's objection to the language itself. */
    refusal: said?.general,
    /** Keys of the texts that the server refused, and that are as they were sent. */
    refused: said && Object.keys(said.errors).filter((key) => said.edits[key] === edits[key]),
    errorOf: (key: string) => (said && said.edits[key] === edits[key] ? said.errors[key] : undefined),
    type: useCallback(
      (source: SourceText, text: string) => setEdits((before) => typed(before, source, on, text)),
      [setEdits, on],
    ),
    accept: useCallback(
      (source: SourceText) => setEdits((before) => accepted(before, source, on)),
      [setEdits, on],
    ),
    takeOver: (offers: readonly SourceText[]) => setEdits((before) => takenOver(before, offers, on)),
    /** `after`: whether or not it was saved. */
    save: (after?: () => void) =>
      save.mutate(
        { language, version: since, texts: textsToSend(data, language, edits), edits, base: data },
        { onSettled: () => after?.() },
      ),
    discard: kept.discard,
    /** The own texts, for the clipboard. */
    words: () => data.texts.flatMap((source) => edits[keyOf(source)]?.text ?? []).join("\n\n"),
  };
}

export type Column = ReturnType<typeof useColumn>;

interface Removal {
  language: string;
  version: number;
}

/** Deletes a language of a test with all of its texts. */
export function useRemoval(test: string, onRemoved: (language: string) => void) {
  const client = useQueryClient();
  const stored = useStored(test);
  return useSend({
    mutationFn: ({ language, version }: Removal) =>
      api.delete("/tests/{id}/translations/{language}", { path: { id: test, language }, query: { version } }),
    onSuccess: (now, { language }) => {
      stored(now);
      onRemoved(language);
      toast.success(t("removed", { name: languageName(language) }));
    },
    onError: (error, { language }) => {
      if (isStale(error)) void client.invalidateQueries({ queryKey: translationsOf(test).queryKey });
      toast.error(t("notRemoved", { name: languageName(language), reason: errorText(error) }));
    },
  });
}
