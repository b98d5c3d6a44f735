import { QUESTION_TYPE_LABELS } from "@/lib/format";
import { Field } from "@/ui/Field";
import { SearchField } from "@/ui/SearchField";
import { Select } from "@/ui/Select";
import { QUESTION_TYPES } from "../questions/rules";
import { TEST_STATUSES, type TestStatus } from "./filter";

interface Props {
  search: string;
  type: string;
  status: TestStatus;
  onChange: (changes: Partial<Record<"q" | "type" | "status", string | null>>) => void;
}

export function TestFilters({ search, type, status, onChange }: Props) {
  return (
    <search className="grid flex-1 grid-cols-2 gap-3 max-sm:basis-full sm:flex sm:flex-wrap">
      <SearchField
        label="Search tests"
        placeholder="Search tests..."
        value={search}
        onChange={(q) => onChange({ q })}
        className="max-sm:col-span-2 sm:min-w-40 sm:max-w-sm sm:flex-1"
      />
      <Field label="Question type" hideLabel className="sm:w-38">
        <Select
          value={type}
          onChange={(event) => onChange({ type: event.target.value === "all" ? null : event.target.value })}
          options={[
            { value: "all", label: "All types" },
            ...QUESTION_TYPES.map((value) => ({ value, label: QUESTION_TYPE_LABELS[value] })),
          ]}
        />
      </Field>
      <Field label="Status" hideLabel className="sm:w-48">
        <Select
          value={status}
          onChange={(event) => onChange({ status: event.target.value === "all" ? null : event.target.value })}
          options={[...TEST_STATUSES]}
        />
      </Field>
    </search>
  );
}
