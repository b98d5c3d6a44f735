import { groupLabel, QUESTION_GROUPS } from "@/features/question-kinds/labels";
import { kindLabel } from "@/lib/format";
import { useTyped } from "@/lib/useTyped";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FilterRow } from "@/ui/FilterRow";
import { SearchField } from "@/ui/SearchField";
import { Select } from "@/ui/Select";
import { type BankFilters, DIFFICULTIES, isFiltered, NO_FILTERS, withFilter } from "./filters";
import { difficultyLabel } from "./labels";
import { useTags } from "./queries";
import { t } from "./texts";

interface Props {
  filters: BankFilters;
  /** Leaves out the filter by state, where only ready questions are offered. */
  readyOnly?: boolean;
  onChange: (changes: Partial<BankFilters>) => void;
}

/** Each filter applies when it changes, the search after a pause. */
export function BankFilterBar({ filters, readyOnly = false, onChange }: Props) {
  const [search, setSearch] = useTyped(filters.search, (text) => onChange({ search: text }));
  const tags = useTags();
  const known = tags.data ?? [];
  const tagOptions = known.map(({ tag, questions }) => ({
    value: tag,
    label: t("tagCount", { tag, count: questions }),
  }));
  if (filters.tag && !known.some(({ tag }) => tag === filters.tag))
    tagOptions.unshift({ value: filters.tag, label: filters.tag });
  // In a dialog they share a row below the search.
  const width = readyOnly ? "md:min-w-0 md:flex-1" : "md:w-38 xl:w-44";
  const choose =
    (name: keyof BankFilters) =>
    ({ target }: React.ChangeEvent<HTMLSelectElement>) =>
      onChange(withFilter(name, target.value));
  return (
    <search className="min-w-0 flex-1 max-sm:basis-full">
      <FilterRow
        set={
          [filters.type, filters.tag, filters.difficulty, readyOnly ? null : filters.state].filter(Boolean)
            .length
        }
        search={
          <SearchField
            label={t("search")}
            placeholder={t("searchHere")}
            value={search}
            onChange={setSearch}
            first={readyOnly}
            className={readyOnly ? "min-w-0 flex-1 md:basis-full" : "min-w-0 flex-1 md:min-w-48 md:max-w-sm"}
          />
        }
      >
        <Field label={t("questionType")} hideLabel className={width}>
          <Select
            value={filters.type ?? ""}
            placeholder={t("allTypes")}
            onChange={choose("type")}
            groups={QUESTION_GROUPS.map(({ group, types }) => ({
              label: groupLabel(group),
              options: types.map((value) => ({ value, label: kindLabel(value) })),
            }))}
          />
        </Field>
        <Field label={t("tag")} hideLabel className={readyOnly ? width : "md:w-36 xl:w-42"}>
          <Select
            value={filters.tag}
            placeholder={t("allTags")}
            onChange={choose("tag")}
            options={tagOptions}
          />
        </Field>
        <Field label={t("difficulty")} hideLabel className={width}>
          <Select
            value={filters.difficulty ?? ""}
            placeholder={t("anyDifficulty")}
            onChange={choose("difficulty")}
            options={DIFFICULTIES.map((value) => ({ value, label: difficultyLabel(value) }))}
          />
        </Field>
        {!readyOnly && (
          <Field label={t("state")} hideLabel className="md:w-38 xl:w-44">
            <Select
              value={filters.state ?? ""}
              placeholder={t("notRetired")}
              onChange={choose("state")}
              options={[
                { value: "draft", label: t("draft") },
                { value: "ready", label: t("ready") },
                { value: "retired", label: t("retired") },
                { value: "all", label: t("allStates") },
              ]}
            />
          </Field>
        )}
        {isFiltered(readyOnly ? { ...filters, state: null } : filters) && (
          <Button
            variant="ghost"
            className="max-md:col-span-2"
            onClick={() => {
              setSearch("");
              onChange(NO_FILTERS);
            }}
          >
            {t("clear")}
          </Button>
        )}
      </FilterRow>
    </search>
  );
}
