import { Search } from "lucide-react";
import { QUESTION_TYPE_LABELS } from "@/lib/format";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
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
      <Field
        label="Search tests"
        hideLabel
        className="relative max-sm:col-span-2 sm:min-w-40 sm:max-w-sm sm:flex-1"
      >
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
        <Input
          type="search"
          value={search}
          placeholder="Search tests..."
          className="pl-9"
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </Field>
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
