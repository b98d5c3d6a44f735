import { t } from "@/features/questions/bank/texts";
import { useQuestionFigures } from "../queries";
import { usageWords } from "../usage";

/** Figures of a question from the results of all tests; nothing while they are unknown. */
export function Usage({ id }: { id: string }) {
  const { data } = useQuestionFigures(id);
  if (!data) return null;
  return (
    <p className="tabular-nums">
      {usageWords(data)}
      {data.discrimination !== null && <span className="block">{t("discriminationText")}</span>}
    </p>
  );
}
