import { Select } from "@/ui/Select";
import { t } from "./texts";

interface Props {
  /** Any list of candidates with their tests. */
  rows: { test_id: string; test_title: string }[];
  /** Id of a test; empty for all. */
  test: string;
  onChange: (test: string | null) => void;
}

/** Chooses one of the tests that are running or waiting; hidden if there is only one. */
export function TestFilter({ rows, test, onChange }: Props) {
  const titles = new Map(rows.map(({ test_id, test_title }) => [test_id, test_title]));
  if (titles.size < 2 && !test) return null;
  return (
    <Select
      aria-label={t("test")}
      value={titles.has(test) ? test : ""}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        { value: "", label: t("allTests") },
        ...[...titles].map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
