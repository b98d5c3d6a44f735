import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Test, TestTranslations } from "@/api/types";
import { Field } from "@/ui/Field";
import { Pagination } from "@/ui/Pagination";
import { Select } from "@/ui/Select";
import { GroupCard, groupId } from "./GroupCard";
import { MissingList } from "./MissingList";
import type { Asked } from "./reading";
import { t } from "./texts";
import { type Group, savedState } from "./texts-of-test";
import type { Column } from "./useColumn";

/** Groups of a page: each may have many fields, in two languages. */
const SIZES = [10, 20, 50];

const FILTERS = ["all", "missing", "changed"] as const;
type Filter = (typeof FILTERS)[number];
const FILTER_WORDS = { all: "allTexts", missing: "missingOnly", changed: "changedOnly" } as const;

interface ListProps {
  test: Test;
  data: TestTranslations;
  groups: readonly Group[];
  asked: ReadonlyMap<string, Asked>;
  columns: readonly Column[];
  mayEdit: boolean;
}

/** The rows that a filter leaves, by what is saved: no field disappears while one types into it. */
function filtered(groups: readonly Group[], filter: Filter, languages: string): readonly Group[] {
  if (filter === "all") return groups;
  const tags = languages.split(" ");
  return groups.flatMap((group) => {
    const rows = group.rows.filter(({ source }) => tags.some((tag) => savedState(source, tag) === filter));
    return rows.length > 0 ? [{ ...group, rows, all: group.rows }] : [];
  });
}

/** The texts in groups, a page of them at once. */
export function TextList({ test, data, groups, asked, columns, mayEdit }: ListProps) {
  const [filter, setFilter] = useState<Filter>("all");
  const [size, setSize] = useState(SIZES[1] ?? 1);
  const [wanted, setPage] = useState(1);
  const languages = columns.map(({ language }) => language).join(" ");
  const found = useMemo(() => filtered(groups, filter, languages), [groups, filter, languages]);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(wanted, pages);
  const top = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<string | null>(null);

  const goTo = useCallback(
    (key: string) => {
      const place = groups.findIndex((group) => group.key === key);
      setFilter("all");
      setPage(Math.floor(place / size) + 1);
      setTarget(key);
    },
    [groups, size],
  );
  useEffect(() => {
    if (target === null) return;
    const group = document.getElementById(groupId(target));
    group?.focus({ preventScroll: true });
    group?.scrollIntoView({ block: "start" });
    setTarget(null);
  }, [target]);

  // A text that the server refuses may be on another page: its field is shown, and takes the focus by its error.
  const wrong = columns.flatMap(({ refused }) => refused ?? []).join("\n");
  const seen = useRef("");
  useEffect(() => {
    if (wrong === seen.current) return;
    seen.current = wrong;
    const keys = new Set(wrong.split("\n"));
    const place = groups.findIndex(({ rows }) => rows.some(({ key }) => keys.has(key)));
    if (place < 0) return;
    setFilter("all");
    setPage(Math.floor(place / size) + 1);
  }, [wrong, groups, size]);

  return (
    <section aria-label={t("texts")} className="space-y-4">
      <div ref={top} className="flex scroll-mt-32 flex-wrap items-end gap-x-5 gap-y-3">
        <Field label={t("show")} className="w-56">
          <Select
            value={filter}
            options={FILTERS.map((value) => ({ value, label: t(FILTER_WORDS[value]) }))}
            onChange={(event) => {
              setFilter(event.target.value as Filter);
              setPage(1);
            }}
          />
        </Field>
        {columns.map((column) => (
          <Missing key={column.language} groups={groups} column={column} onGo={goTo} />
        ))}
      </div>
      {found.length === 0 && <p className="text-muted text-sm">{t("noneFound")}</p>}
      {found.slice((page - 1) * size, page * size).map((group) => (
        <GroupCard
          key={group.key}
          test={test}
          group={group}
          data={data}
          asked={asked.get(group.key)}
          columns={columns}
          mayEdit={mayEdit}
        />
      ))}
      {found.length > Math.min(...SIZES) && (
        <Pagination
          page={page}
          totalPages={pages}
          pageSize={size}
          pageSizes={SIZES}
          onPage={(next) => {
            setPage(next);
            top.current?.scrollIntoView({ block: "start" });
          }}
          onPageSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      )}
    </section>
  );
}

interface MissingProps {
  groups: readonly Group[];
  column: Column;
  onGo: (key: string) => void;
}

/** Follows the typing when there is time. */
function Missing({ groups, column: { language, name, edits }, onGo }: MissingProps) {
  const later = useDeferredValue(edits);
  return <MissingList groups={groups} language={language} name={name} edits={later} onGo={onGo} />;
}
