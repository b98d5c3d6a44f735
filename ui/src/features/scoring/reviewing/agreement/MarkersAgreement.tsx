import { useQuery } from "@tanstack/react-query";
import { t } from "../../texts";
import { agreementQuery } from "../queries";
import { markersText } from "./labels";

/** How far the two markers of each question agree, in words; undefined for a question without second scores. */
export function useMarkersTexts(test: string): (question: string) => string | undefined {
  const { data } = useQuery(agreementQuery(test));
  return (question) => {
    const found = data?.questions.find(({ question_id }) => question_id === question);
    return found && found.answers > 0 ? markersText(found) : undefined;
  };
}

/** How far the two markers of a question agree. Empty where no answer has two scores. */
export function MarkersAgreement({ test, question }: { test: string; question: string }) {
  const text = useMarkersTexts(test)(question);
  if (!text) return null;
  return (
    <p className="mb-4 rounded-control border border-line bg-surface px-4 py-2.5 text-sm tabular-nums">
      <span className="font-medium">{t("twoMarkers")} </span>
      <span className="text-ink-2">{text}</span>
    </p>
  );
}
