import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { keyField, useAiSettings } from "@/features/staff-shared/ai/key";
import { refusalWords } from "@/features/staff-shared/ai/labels";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { draftOfReply, type GenerateForm, OPEN_STATE, openInWizard, requestOf } from "./generate";
import { t } from "./texts";

/** Requests questions from the provider, for a test or the bank; leaving or cancelling aborts the call on both sides. */
export function useGenerate(bank: boolean, onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const settings = useAiSettings();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const reportDropped = (dropped: string[] | undefined) => {
    if (dropped && dropped.length > 0)
      toast.warning(
        t("leftOut", { count: dropped.length, titles: dropped.slice(0, 3).map(serverWords).join("; ") }),
        {
          duration: 8000,
        },
      );
  };

  const failed = () => t(bank ? "questionsFailed" : "testFailed");
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
        toast.error((reply.message && serverWords(reply.message)) || failed(), { duration: 8000 });
        return;
      }
      reportDropped(reply.dropped);
      if (bank) {
        void invalidate(client, "/questions", "/questions/tags");
        toast.success(t("draftsAdded", { count: reply.questions?.length ?? 0 }));
        onDone();
        return;
      }
      if (form.direct) {
        void invalidate(client, "/tests", "/admin/overview");
        toast.success(t("created"));
        onDone();
        return;
      }
      const draft = draftOfReply(reply, form.topic);
      if (draft.questions.length === 0) toast.error(failed());
      else if (openInWizard(draft)) {
        toast.success(t("draftLoaded"));
        navigate("/admin/create-test", { state: OPEN_STATE });
      } else toast.error(t("notKept"));
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      toast.error(refusalWords(error) ?? failed(), { duration: 8000 });
    },
  });
  return {
    busy: generate.isPending,
    start: (form: GenerateForm) => generate.mutate(form),
    cancel: () => running.current?.abort(),
  };
}
