import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { RESULTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Rubric, RubricInput } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { useDebounced } from "@/lib/useDebounced";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { rubricQuery } from "../queries";
import { t } from "../rubric/texts";
import { draftOf, inputOf, itemsProblem, type RubricDraft, scoringPart } from "./form";

/** A draft of a rubric, with what it would change and the way to save it. */
export function useRubricForm(test: string, rubric: Rubric, onSaved: () => void) {
  const client = useQueryClient();
  // What was read when the form opened: a refresh must neither change the text nor approve another admin's change.
  const [draft, setDraft, kept] = useKept(`rubric ${test} ${rubric.question_id}`, draftOf(rubric), {
    version: rubric.version,
  });
  // What was typed earlier is saved over the version of then, and meets what others saved since.
  const [read, setRead] = useState({ ...rubric, version: kept.since });
  const [isChecked, setChecked] = useState(false);
  const path = { id: test, question_id: rubric.question_id };
  const input = inputOf(draft, rubric.points);
  const before = inputOf(draftOf(read), rubric.points);
  const problem = itemsProblem(draft, rubric.points);
  const part = scoringPart(input);
  const shown = useDebounced(part);
  const moves = problem === null && part !== scoringPart(before);
  const preview = useQuery({
    // A call that reads, though a POST.
    queryKey: ["rubric/preview", test, rubric.question_id, shown],
    queryFn: ({ signal }) =>
      api.post("/tests/{id}/rubrics/{question_id}/preview", {
        path,
        body: JSON.parse(shown) as RubricInput,
        signal,
      }),
    enabled: moves && shown === part,
    retry: false,
    gcTime: 0,
  });
  const save = useSend({
    mutationFn: (body: RubricInput) => api.put("/tests/{id}/rubrics/{question_id}", { path, body }),
    onSuccess: (saved) => {
      client.setQueryData(rubricQuery(test, rubric.question_id).queryKey, saved);
      void invalidate(client, "/admin/scoring/{submission_id}", ...RESULTS);
      toast.success(t("saved"));
      kept.sent();
      onSaved();
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/rubrics/{question_id}");
      const isField = Object.keys(fieldErrors(error)).length > 0;
      if (!isField && !changedMeanwhile(error, ""))
        toast.error(t("saveFailed", { reason: errorText(error) }));
    },
  });
  const fields = fieldErrors(save.error);
  const refusedAt = (start: string) => Object.entries(fields).find(([name]) => name.startsWith(start))?.[1];
  return {
    kept,
    draft,
    change: (changes: Partial<RubricDraft>) => setDraft((old) => ({ ...old, ...changes })),
    isDirty: JSON.stringify(input) !== JSON.stringify(before),
    itemsError: (isChecked ? problem : null) ?? refusedAt("items"),
    snippetsError: refusedAt("snippets"),
    errors: { model_answer: fields.model_answer, notes: fields.notes },
    /** Whether scores may change, which the preview counts. */
    moves,
    preview: shown === part ? preview : null,
    conflict: changedByOther(save.error),
    isSaving: save.isPending,
    save: () => {
      setChecked(true);
      if (problem === null) save.mutate({ ...input, version: read.version });
    },
    keepMine: () => {
      setRead(rubric);
      save.reset();
    },
    takeTheirs: () => {
      setRead(rubric);
      setDraft(draftOf(rubric));
      save.reset();
    },
  };
}
