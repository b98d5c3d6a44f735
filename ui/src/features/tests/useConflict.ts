import { useState } from "react";
import { ApiFailure, api } from "@/api/client";
import type { Test } from "@/api/types";
import { t as changedTexts } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { t } from "./form-texts";
import { fieldsOf, type TestFields } from "./input";
import { type Difference, differences, merged } from "./merge";

export interface ShownConflict {
  by: string;
  /** RFC 3339 instant; empty if unknown. */
  at: string;
  differences: Difference[];
  /** Keys of the parts to be taken from the other version. */
  chosen: ReadonlySet<string>;
}

interface State {
  by: string;
  at: string;
  base: TestFields;
  theirs: Test;
  chosen: ReadonlySet<string>;
}

export const isStale = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code === "changed_meanwhile";

/** Resolves a conflict with a version that another admin stored after the form had read the test. */
export function useConflict(fields: TestFields, rebase: (fields: TestFields, on: Test) => void) {
  const [state, setState] = useState<State | null>(null);
  const found = state ? differences(state.base, fields, fieldsOf(state.theirs)) : [];
  const shown: ShownConflict | null = state && { ...state, differences: found };
  return {
    /** Null without a conflict. */
    shown,
    /** Loads the other version. Proposes to keep theirs where nothing was changed here. */
    open: async (read: Test, { body }: ApiFailure): Promise<void> => {
      const theirs = await api.get("/tests/{id}", { path: { id: read.id } });
      const base = fieldsOf(read);
      const theirsOnly = differences(base, fields, fieldsOf(theirs)).filter(({ both }) => !both);
      const chosen = new Set(theirsOnly.map(({ key }) => key));
      setState({ by: body.by ?? changedTexts("anotherAdmin"), at: body.at ?? "", base, theirs, chosen });
    },
    choose: (keys: string[], theirs: boolean) =>
      setState((before) => {
        const others = [...(before?.chosen ?? [])].filter((key) => !keys.includes(key));
        return before && { ...before, chosen: new Set(theirs ? [...others, ...keys] : others) };
      }),
    /** Puts the choices into the form, which is then based on the other version. */
    settle: () => {
      if (!state) return;
      rebase(merged(fields, fieldsOf(state.theirs), state.chosen), state.theirs);
      setState(null);
      toast.info(t("combined"));
    },
  };
}

/** What a view of both versions needs. */
export interface Conflict {
  shown: ShownConflict | null;
  choose(keys: string[], theirs: boolean): void;
  settle(): void;
}
