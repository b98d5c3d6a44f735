import { t } from "@/features/questions/bank/texts";
import { useQuestionFigures } from "../queries";
import { usageFigures, usageWords } from "../usage";

/** Figures of a question from the results of all tests; nothing while they are unknown. */
export function Usage({ id }: { id: string }) {
  const { data } = useQuestionFigures(id);
  if (!data) return null;
  const figures = usageFigures(data);
  return (
    <div className="tabular-nums">
      <p>{usageWords(data)}</p>
      {figures.length > 0 && (
        <dl className="mt-2 grid grid-cols-3 divide-x divide-line rounded-control border border-line">
          {figures.map(({ label, value }) => (
            <div key={label} className="flex flex-col justify-between px-3 py-2">
              <dt>{label}</dt>
              <dd className="font-semibold text-base text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {data.discrimination !== null && <p className="mt-2">{t("discriminationText")}</p>}
    </div>
  );
}
