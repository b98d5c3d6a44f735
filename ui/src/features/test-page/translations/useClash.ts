import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "@/api/query";
import type { TestTranslations } from "@/api/types";
import type { Conflict, ShownConflict } from "@/features/tests/useConflict";
import { toast } from "@/ui/toast";
import { differences, rebased } from "./conflict";
import { t } from "./texts";
import type { Edits } from "./texts-of-test";

export const translationsOf = (test: string) => queryOf("/tests/{id}/translations", { path: { id: test } });

interface Clash {
  language: string;
  by: string;
  at: string;
  base: TestTranslations;
  /** Keys of the texts to be taken from the other version. */
  theirs: ReadonlySet<string>;
}

interface ClashProps {
  test: string;
  data: TestTranslations;
  language: string;
  edits: Edits;
  setEdits: (next: Edits | ((before: Edits) => Edits)) => void;
}

interface Refusal {
  language: string;
  edits: Edits;
  /** What the edits were made on. */
  base: TestTranslations;
}

/** Resolves a conflict with what another person saved of a language meanwhile. */
export function useClash({ test, data, language, edits, setEdits }: ClashProps) {
  const client = useQueryClient();
  const [clash, setClash] = useState<Clash | null>(null);
  const own = clash?.language === language ? clash : null;
  const shown: ShownConflict | null = own && {
    by: own.by,
    at: own.at,
    differences: differences(own.base, data, language, edits),
    chosen: own.theirs,
  };
  const conflict: Conflict = {
    shown,
    choose: (keys, theirs) =>
      setClash((before) => {
        const others = [...(before?.theirs ?? [])].filter((key) => !keys.includes(key));
        return before && { ...before, theirs: new Set(theirs ? [...others, ...keys] : others) };
      }),
    settle: () => {
      if (own) setEdits(rebased(own.base, data, language, edits, own.theirs));
      setClash(null);
      toast.info(t("combined"));
    },
  };
  return {
    conflict,
    /** Reads the other version. Proposes to keep theirs where nothing was changed here. */
    meet: async ({ language, edits, base }: Refusal, { by, at }: { by: string; at: string }) => {
      const now = await client.fetchQuery({ ...translationsOf(test), staleTime: 0 });
      const found = differences(base, now, language, edits);
      if (found.length === 0) {
        setEdits((present) => rebased(base, now, language, present, new Set()));
        toast.info(t("combined"));
      } else {
        const theirs = new Set(found.filter(({ both }) => !both).map(({ key }) => key));
        setClash({ language, by, at, base, theirs });
      }
    },
  };
}
