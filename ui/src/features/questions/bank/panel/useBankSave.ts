import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import type { BankQuestionInput } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { useSend } from "@/lib/useSend";
import { changedByOther } from "@/ui/changed";
import { toast } from "@/ui/toast";
import { toQuestion } from "../../form/rules";
import { BANK } from "../queries";
import type { BankConflictState } from "./BankConflict";
import { bankWords } from "./form";
import type { BankForm } from "./useBankForm";

/** Saves the form. If another admin saved first, it shows both versions instead. */
export function useBankSave(form: BankForm, onSaved: () => void) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<BankConflictState | null>(null);
  const { base } = form;
  const open = async (id: string, other: { by: string; at: string }) => {
    const theirs = await api.get("/questions/{id}", { path: { id } });
    setConflict({ ...other, theirs, mine: bankWords(form.fields, toQuestion(form.question.draft)) });
  };
  const say = (error: unknown) => toast.error(t("notSaved", { reason: errorText(error) }));
  const send = useSend({
    mutationFn: (body: BankQuestionInput) =>
      base ? api.put("/questions/{id}", { path: { id: base.id }, body }) : api.post("/questions", { body }),
    onSuccess: (saved) => {
      form.kept.sent();
      void invalidate(client, ...BANK);
      const fresh = base && saved.version !== base.version;
      toast.success(base ? (fresh ? t("savedAs", { version: saved.version }) : t("saved")) : t("created"));
      onSaved();
    },
    onError: (error) => {
      form.refuse(error);
      const other = changedByOther(error);
      if (other && base) void open(base.id, other).catch(say);
      else say(error);
    },
  });
  return {
    conflict,
    isPending: send.isPending,
    submit: () => {
      const body = form.take();
      if (body) send.mutate(body);
    },
    /** The form with the other version: the own one is dropped. */
    takeTheirs: () => {
      if (conflict) form.rebase(conflict.theirs, true);
      setConflict(null);
    },
    /** The form as it is, to be saved on top of the other version. */
    keepMine: () => {
      if (conflict) form.rebase(conflict.theirs, false);
      setConflict(null);
    },
  };
}
