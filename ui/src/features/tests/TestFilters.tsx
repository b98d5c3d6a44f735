import { QUESTION_TYPES } from "@/features/question-kinds/labels";
import { kindLabel } from "@/lib/format";
import { Field } from "@/ui/Field";
import { FilterRow } from "@/ui/FilterRow";
import { SearchField } from "@/ui/SearchField";
import { Select } from "@/ui/Select";
import { TEST_STATUSES, type TestStatus } from "./filter";
import { t } from "./list-texts";

interface Props {
  search: string;
  type: string;
  status: TestStatus;
  onChange: (changes: Partial<Record<"q" | "type" | "status", string | null>>) => void;
}

export function TestFilters({ search, type, status, onChange }: Props) {
  return (
    <search className="flex-1 max-sm:basis-full">
      <FilterRow
        set={[type, status].filter((value) => value !== "all").length}
        search={
          <SearchField
            label={t("searchTests")}
            placeholder={t("searchTestsHere")}
            value={search}
            onChange={(q) => onChange({ q })}
            className="min-w-0 flex-1 md:min-w-40 md:max-w-sm"
          />
        }
      >
        <Field label={t("questionType")} hideLabel className="md:w-38">
          <Select
            value={type}
            onChange={(event) => onChange({ type: event.target.value === "all" ? null : event.target.value })}
            options={[
              { value: "all", label: t("allTypes") },
              ...QUESTION_TYPES.map((value) => ({ value, label: kindLabel(value) })),
            ]}
          />
        </Field>
        <Field label={t("status")} hideLabel className="md:w-48">
          <Select
            value={status}
            onChange={(event) =>
              onChange({ status: event.target.value === "all" ? null : event.target.value })
            }
            options={TEST_STATUSES.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
      </FilterRow>
    </search>
  );
}
