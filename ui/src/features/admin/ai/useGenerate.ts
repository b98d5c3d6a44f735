import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { plural } from "@/lib/format";
import { useSend } from "@/lib/useSend";
import { toast } from "@/ui/toast";
import { draftOfReply, type GenerateForm, OPEN_STATE, openInWizard } from "./generate";
import { keyField, useAiSettings } from "./key";
import { refusalWords } from "./words";

/** Requests questions from the provider; leaving or cancelling aborts the call on both sides. */
export function useGenerate(onDone: () => void) {
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

  const generate = useSend({
    mutationFn: (form: GenerateForm) => {
      const end = new AbortController();
      running.current = end;
      return api.post("/tests/auto-generate", {
        signal: end.signal,
        body: {
          topic: form.topic.trim(),
          questionCount: Number(form.count),
          ...keyField(settings.data),
          level: form.level,
          questionType: form.type,
          draft: !form.direct,
        },
      });
    },
    onSuccess: (reply, form) => {
      if (!reply.success) {
        toast.error(reply.message || "Failed to generate test", { duration: 8000 });
        return;
      }
      tellDropped(reply.dropped);
      if (form.direct) {
        void invalidate(client, "/tests", "/admin/overview");
        toast.success("Test created successfully!");
        onDone();
        return;
      }
      const draft = draftOfReply(reply, form.topic);
      if (draft.questions.length === 0) toast.error("Failed to generate test");
      else if (openInWizard(draft)) {
        toast.success("Draft loaded! Redirecting to test creator...");
        navigate("/admin/create-test", { state: OPEN_STATE });
      } else toast.error("The questions were not kept: this browser's storage is full.");
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      toast.error(refusalWords(error) ?? "Failed to generate test", { duration: 8000 });
    },
  });
  return {
    busy: generate.isPending,
    start: (form: GenerateForm) => generate.mutate(form),
    cancel: () => running.current?.abort(),
  };
}
