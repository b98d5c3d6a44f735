import { useQueryClient } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { keyField, mayHaveKey, useAiSettings } from "@/features/staff-shared/ai/key";
import { refusalWords } from "@/features/staff-shared/ai/labels";
import { serverWords } from "@/lib/server-words";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { agreementText, useAgreement } from "./agreement";

interface Props {
  test: string;
  question: string;
}

/** How far the AI agrees with people on one question, and a way to measure it. Empty without an AI service. */
export function QuestionAgreement({ test, question }: Props) {
  const client = useQueryClient();
  const settings = useAiSettings();
  const isConfigured = settings.data !== undefined && mayHaveKey(settings.data);
  const { data } = useAgreement(test, isConfigured);
  const measure = useSend({
    mutationFn: () =>
      api.post("/tests/{id}/ai-agreement", {
        path: { id: test },
        body: { question_id: question, ...keyField(settings.data) },
      }),
    onSuccess: ({ success, message }) => {
      if (!success) {
        toast.error(t("compareFailed", { reason: serverWords(message) }), { duration: 8000 });
        return;
      }
      toast.success(serverWords(message));
      void invalidate(client, "/tests/{id}/ai-agreement");
    },
    onError: (error) => toast.error(refusalWords(error) ?? t("compareFailedPlain")),
  });
  const found = data?.questions.find(({ question_id }) => question_id === question);
  if (!data || !found) return null;
  return (
    <section
      aria-label={t("agreementOf")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-4 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">{t("aiAndPeople")} </span>
        <span className="text-ink-2">
          {agreementText(found, data.min_answers)} {found.may_score ? t("aiMayScore") : t("aiOnlySuggests")}
        </span>
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={measure.isPending}
        icon={Scale}
        onClick={() => measure.mutate()}
      >
        {t("compareOn", { count: data.min_answers })}
      </Button>
    </section>
  );
}
