import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Eye } from "lucide-react";
import { memo, useState } from "react";
import { errorText } from "@/api/client";
import type { SourceText, Test, TestTranslations } from "@/api/types";
import { bankQuestion } from "@/features/questions/bank/queries";
import { languageName } from "@/features/staff-shared/language-name";
import { directionOf } from "@/lib/language";
import { Button } from "@/ui/Button";
import { SkeletonList } from "@/ui/Skeleton";
import { Preview } from "../questions/Preview";
import { Cell } from "./Cell";
import { type Asked, passageOfPool, readingOf } from "./reading";
import { t } from "./texts";
import type { Group } from "./texts-of-test";
import type { Column } from "./useColumn";

const QUESTION = "question:";

export const groupId = (key: string) => `texts-${key.replace(":", "-")}`;

interface GroupProps {
  test: Test;
  group: Group;
  data: TestTranslations;
  /** The question, where it stands in the test; those of its pools are in the bank. */
  asked: Asked | undefined;
  columns: readonly Column[];
  mayEdit: boolean;
}

/** Whether nothing of a group has changed: of many, one is typed into. */
function isSame(before: GroupProps, now: GroupProps): boolean {
  const { group, columns } = now;
  const others = ["test", "group", "data", "asked", "mayEdit"] as const;
  if (others.some((name) => before[name] !== now[name])) return false;
  const rows = group.all ?? group.rows;
  return (
    before.columns.length === columns.length &&
    columns.every((column, n) => {
      const old = before.columns[n];
      return (
        old?.name === column.name &&
        old.type === column.type &&
        old.accept === column.accept &&
        rows.every(
          ({ key }) => old.edits[key] === column.edits[key] && old.errorOf(key) === column.errorOf(key),
        )
      );
    })
  );
}

/** The texts of one question, passage or section, each beside its translations. */
export const GroupCard = memo(function GroupCard(props: GroupProps) {
  const { test, group, data, asked, columns, mayEdit } = props;
  const [isSeen, setSeen] = useState(false);
  const grid = clsx(
    "grid gap-x-5 gap-y-3",
    columns.length > 1 ? "lg:grid-cols-3" : "lg:grid-cols-2",
    "lg:[&>*]:min-w-0",
  );
  const id = groupId(group.key);
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface">
      <div className={clsx(grid, "items-center border-line border-b px-5 py-2.5 text-sm")}>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 id={id} tabIndex={-1} className="scroll-mt-32 font-semibold outline-none">
            {group.name}
          </h3>
          {group.key.startsWith(QUESTION) && (
            <Button
              variant="ghost"
              size="sm"
              className="-my-1"
              icon={Eye}
              aria-expanded={isSeen}
              onClick={() => setSeen(!isSeen)}
            >
              {t("seeAsCandidate")}
              <span className="sr-only">{`: ${group.name}`}</span>
            </Button>
          )}
        </div>
        {columns.map(({ language, name }) => (
          <p key={language} lang={language} aria-hidden="true" className="text-muted max-lg:hidden">
            {name}
          </p>
        ))}
      </div>
      <ul className="divide-y divide-line">
        {group.rows.map((row) => (
          <li key={row.key} className={clsx(grid, "px-5 py-3.5")}>
            <Source label={row.label} text={row.source} language={data.language} />
            {columns.map((column) => (
              <Cell
                key={column.language}
                label={t("fieldLabel", { text: row.label, name: column.name })}
                source={row.source}
                language={column.language}
                name={languageName(column.language)}
                edit={column.edits[row.key]}
                error={column.errorOf(row.key)}
                mayEdit={mayEdit}
                onType={column.type}
                onAccept={column.accept}
              />
            ))}
          </li>
        ))}
      </ul>
      {isSeen && (
        <div className={clsx(grid, "border-line border-t px-5 py-4")}>
          <p className="text-muted text-sm">{t("seenHere")}</p>
          {asked ? (
            <Seen asked={asked} data={data} columns={columns} />
          ) : (
            <SeenOfPool test={test} id={group.key.slice(QUESTION.length)} data={data} columns={columns} />
          )}
        </div>
      )}
    </section>
  );
}, isSame);

interface SeenProps {
  data: TestTranslations;
  columns: readonly Column[];
}

/** The question as candidates get it, in each language that is shown. */
function Seen({ asked, data, columns }: SeenProps & { asked: Asked }) {
  return columns.map(({ language, edits }) => (
    <Preview key={language} {...asked} reading={readingOf(asked, data, language, edits)} />
  ));
}

function SeenOfPool({ test, id, ...props }: SeenProps & { test: Test; id: string }) {
  const { data, error } = useQuery(bankQuestion(id));
  if (data) {
    const passage = passageOfPool(test, id, data.question.tags ?? []);
    return <Seen asked={{ question: { ...data.question, id }, passage }} {...props} />;
  }
  if (!error) return <SkeletonList rows={3} label={t("loadingQuestion")} />;
  return (
    <p role="alert" className="font-medium text-error text-sm">
      {errorText(error)}
    </p>
  );
}

interface SourceProps {
  label: string;
  text: SourceText;
  language: string | undefined;
}

/** The text as its author wrote it. */
function Source({ label, text: { source, format }, language }: SourceProps) {
  const isMarkdown = format === "markdown";
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-muted text-xs">
        {label}
        {isMarkdown && ` · ${t("markdown")}`}
        {/\[\[[^\]]+\]\]/.test(source) && ` · ${t("keepGaps")}`}
      </p>
      <p
        lang={language}
        dir={language === undefined ? "auto" : directionOf(language)}
        className={clsx("whitespace-pre-wrap break-words", isMarkdown ? "font-mono text-xs" : "text-sm")}
      >
        {source}
      </p>
    </div>
  );
}
