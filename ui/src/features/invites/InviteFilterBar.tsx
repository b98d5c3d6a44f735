import { useTestOptions } from "@/features/staff-shared/queries";
import { dayOf, localDay } from "@/lib/days";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { DayInput } from "@/ui/day/DayInput";
import { Field } from "@/ui/Field";
import { FilterRow } from "@/ui/FilterRow";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { countSet, INVITE_STATUSES, type InviteFilters, STATUS_KEYS } from "./filters";
import { t } from "./list-texts";

interface Props {
  filters: InviteFilters;
  /** Within the page of a test: there is none to choose. */
  ofOneTest: boolean;
  onApply: (changes: Partial<InviteFilters>) => void;
  onReload: () => void;
  onClear: () => void;
}

/** Every filter applies when it changes, the search after a pause in typing; Apply Filters and Enter apply at once. */
export function InviteFilterBar({ filters, ofOneTest, onApply, onReload, onClear }: Props) {
  const { options, groups } = useTestOptions();
  const [search, setSearch] = useTyped(filters.search, (text) => onApply({ search: text }));
  return (
    <form
      noValidate
      aria-label={t("filter")}
      onSubmit={(event) => {
        event.preventDefault();
        if (search.trim() === filters.search.trim()) onReload();
        else onApply({ search });
      }}
    >
      <FilterRow
        set={countSet(ofOneTest ? { ...filters, test: "" } : filters)}
        search={
          <Field label={t("nameOrEmail")} className="max-md:flex-1 md:w-64">
            <Input
              type="search"
              value={search}
              placeholder={t("searchBy")}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Field>
        }
      >
        {!ofOneTest && (
          <Field label={t("test")} className="max-md:col-span-2 md:w-56">
            <Select
              value={filters.test}
              onChange={(event) => onApply({ test: event.target.value })}
              placeholder={t("allTests")}
              options={options}
              groups={groups}
            />
          </Field>
        )}
        <Field label={t("date")} className="md:w-36">
          <DayInput
            value={dayOf(filters.date)}
            onChange={(day) => onApply({ date: day ? localDay(day) : "" })}
          />
        </Field>
        <Field label={t("status")} className="md:w-48 md:[&:not(:lang(en))]:w-56">
          <Select
            value={filters.status}
            onChange={(event) => onApply({ status: event.target.value })}
            options={INVITE_STATUSES.map((value) => ({ value, label: t(STATUS_KEYS[value]) }))}
          />
        </Field>
        <div className="flex gap-2 max-md:col-span-2">
          <Button type="submit" variant="secondary" className="max-md:flex-1">
            {t("apply")}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              setSearch("");
              onClear();
            }}
          >
            {t("clear")}
          </Button>
        </div>
      </FilterRow>
    </form>
  );
}
