import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { keyField, useAiSettings } from "@/features/staff-shared/ai/key";
import { refusalWords } from "@/features/staff-shared/ai/labels";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { draftOfReply, type GenerateForm, OPEN_STATE, openInWizard, requestOf } from "./generate";

/** Requests questions from the provider, for a test or the bank; leaving or cancelling aborts the call on both sides. */
export function useGenerate(bank: boolean, onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const settings = useAiSettings();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const tellDropped = (dropped: string[] | undefined) => {
    if (dropped && dropped.length > 0)
      toast.warning(`${plural(dropped.length, "question")} left out: ${dropped.slice(0, 3).join("; ")}`, {
        duration: 8000,
      });
  };

  const failed = bank ? "Failed to generate questions" : "Failed to generate test";
  const generate = useSend({
    mutationFn: (form: GenerateForm) => {
      const end = new AbortController();
      running.current = end;
      return api.post("/tests/auto-generate", {
        signal: end.signal,
        body: { ...requestOf(form, bank), ...keyField(settings.data) },
      });
    },
    onSuccess: (reply, form) => {
      if (!reply.success) {
        toast.error(reply.message || failed, { duration: 8000 });
        return;
      }
      tellDropped(reply.dropped);
      if (bank) {
        void invalidate(client, "/questions", "/questions/tags");
        toast.success(`${plural(reply.questions?.length ?? 0, "draft")} added to the bank`);
        onDone();
        return;
      }
      if (form.direct) {
        void invalidate(client, "/tests", "/admin/overview");
        toast.success("Test created successfully!");
        onDone();
        return;
      }
      const draft = draftOfReply(reply, form.topic);
      if (draft.questions.length === 0) toast.error(failed);
      else if (openInWizard(draft)) {
        toast.success("Draft loaded! Redirecting to test creator...");
        navigate("/admin/create-test", { state: OPEN_STATE });
      } else toast.error("The questions were not kept: this browser's storage is full.");
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      toast.error(refusalWords(error) ?? failed, { duration: 8000 });
    },
  });
  return {
    busy: generate.isPending,
    start: (form: GenerateForm) => generate.mutate(form),
    cancel: () => running.current?.abort(),
  };
}
