import type { ScoringDetail } from "@/api/types";
import { mayHaveKey, useAiSettings } from "@/features/staff-shared/ai/key";
import { t } from "../texts";
import { agreementText, useAgreement } from "./agreement";

/** For which answers of a submission the AI only suggests, and why. Empty if it may score all of them. */
export function SubmissionAgreement({ detail }: { detail: ScoringDetail }) {
  const settings = useAiSettings();
  const isConfigured = settings.data !== undefined && mayHaveKey(settings.data);
  const { data } = useAgreement(detail.test_id, isConfigured);
  const limited = detail.answers.flatMap(({ id, number }) => {
    const found = data?.questions.find(({ question_id }) => question_id === id);
    return found && !found.may_score ? [{ number, found }] : [];
  });
  if (!data || limited.length === 0) return null;
  return (
    <div className="rounded-control border border-line bg-surface px-4 py-2.5 text-sm">
      <p className="font-medium">{t("onlySuggestsFor")}</p>
      <ul className="mt-1 text-ink-2">
        {limited.map(({ number, found }) => (
          <li key={found.question_id}>
            {t("questionSaid", { number, words: agreementText(found, data.min_answers) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
