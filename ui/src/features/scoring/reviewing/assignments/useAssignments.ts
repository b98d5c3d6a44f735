import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, changedMeanwhile, errorText, fieldErrors } from "@/api/client";
import { ASSIGNMENTS } from "@/api/groups";
import { invalidate } from "@/api/query";
import type { Assignments } from "@/api/types";
import { useKept } from "@/lib/kept/useKept";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { assignmentsQuery } from "../queries";
import { t } from "../texts";
import { itemsOf, type Scope, scopeProblem, scopesOf } from "./draft";

/** A draft of who marks a test, and the way to save it. */
export function useAssignments(test: string, stored: Assignments) {
  const client = useQueryClient();
  // What was read when the dialog opened: a refresh must not approve another admin's change.
  const [scopes, setScopes, kept] = useKept(`assignments ${test}`, scopesOf(stored.items), {
    version: stored.version,
  });
  const [read, setRead] = useState({ ...stored, version: kept.since });
  const items = itemsOf(scopes);
  const save = useSend({
    mutationFn: (version: number) =>
      api.put("/tests/{id}/assignments", { path: { id: test }, body: { items, version } }),
    onSuccess: (saved) => {
      client.setQueryData(assignmentsQuery(test).queryKey, saved);
      void invalidate(client, "/reviewing", ...ASSIGNMENTS);
      kept.sent();
      setRead(saved);
      toast.success(t("assignmentsAreSaved"));
    },
    onError: (error) => {
      void invalidate(client, "/tests/{id}/assignments");
      const isField = Object.keys(fieldErrors(error)).length > 0;
      if (!isField && !changedMeanwhile(error, ""))
        toast.error(t("assignFailed", { reason: errorText(error) }));
    },
  });
  const fields = fieldErrors(save.error);
  /** Errors of the server about an item of the scope. */
  const refused = (scope: Scope) =>
    Object.entries(fields).find(([name]) => {
      const at = /^items\[(\d+)\]/.exec(name)?.[1];
      return at !== undefined && items[Number(at)]?.question_id === scope.question_id;
    })?.[1];
  return {
    kept,
    scopes,
    setScopes,
    isDirty: JSON.stringify(items) !== JSON.stringify(itemsOf(scopesOf(read.items))),
    isValid: scopes.every((scope) => scopeProblem(scope) === null),
    refused,
    error: fields.items,
    conflict: changedByOther(save.error),
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    save: () => save.mutate(read.version),
    keepMine: () => {
      setRead(stored);
      save.reset();
    },
    takeTheirs: () => {
      setRead(stored);
      setScopes(scopesOf(stored.items));
      save.reset();
    },
  };
}
