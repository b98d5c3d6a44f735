import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { formatDate } from "@/lib/format";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { t } from "../texts";

/** Results that are offered, the newest. */
const OFFERED = 50;

interface Props {
  testId: string;
  /** The submission that is already shown. */
  without: string;
  /** Empty for none. */
  chosen: string;
  onChange(id: string): void;
}

/** Chooses another candidate of the same test. */
export function Beside({ testId, without, chosen, onChange }: Props) {
  const { data } = useQuery(queryOf("/results", { query: { page: 1, limit: OFFERED, test_id: testId } }));
  const others = (data?.results ?? []).filter(({ submission_id }) => submission_id !== without);
  if (others.length === 0 && chosen === "") return null;
  return (
    <Field label={t("beside")} className="w-full max-w-64">
      <Select
        value={chosen}
        placeholder={t("noOther")}
        options={others.map(({ submission_id, applicant_name, submitted_at }) => ({
          value: submission_id,
          label: `${applicant_name}, ${formatDate(submitted_at)}`,
        }))}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
