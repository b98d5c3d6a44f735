import { History, MoreHorizontal, Pencil, UsersRound } from "lucide-react";
import type { BankQuestion } from "@/api/types";
import { formatCount, kindLabel } from "@/lib/format";
import { wholePercent } from "@/lib/score";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { type Column, Table } from "@/ui/Table";
import { StateBadge, Tags } from "./Badges";
import { difficultyLabel, nameOf, summaryOf } from "./labels";
import type { PanelView } from "./panel/view";
import { t } from "./texts";
import { discriminationWords, type QuestionFigures, usageFigures, usageWords } from "./usage";

interface Props {
  questions: BankQuestion[];
  /** Of those whose figures are there, by id. */
  figures: ReadonlyMap<string, QuestionFigures>;
  onOpen: (id: string, view?: PanelView) => void;
}

/** A figure from 0 to 1 as a small bar beside its number; a dash with the reason where there are too few answers. */
function Figure({
  known,
  value,
  share,
}: {
  known: QuestionFigures | undefined;
  value?: string;
  share: number;
}) {
  if (value === undefined)
    return (
      <span className="text-muted" title={known && usageWords(known)}>
        –
      </span>
    );
  return (
    <span className="inline-flex items-center justify-end gap-2" title={known && usageWords(known)}>
      {value}
      <span aria-hidden="true" className="h-1.5 w-12 overflow-hidden rounded-full bg-subtle">
        <span
          className="block h-full rounded-full bg-primary"
          style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
        />
      </span>
    </span>
  );
}

export function BankTable({ questions, figures, onOpen }: Props) {
  const name = ({ id, title, ...question }: BankQuestion) => {
    const summary = summaryOf(question);
    return (
      <div className="min-w-0">
        <button
          type="button"
          dir="auto"
          className="line-clamp-2 min-h-6 text-start font-medium text-ink hover:underline"
          onClick={() => onOpen(id)}
        >
          {title || summary}
        </button>
        {title && summary !== title && (
          <p dir="auto" className="mt-0.5 line-clamp-1 text-muted text-xs">
            {summary}
          </p>
        )}
      </div>
    );
  };
  const menu = ({ id, ...question }: BankQuestion) => (
    <Menu
      trigger={
        <IconButton label={t("moreActionsFor", { question: nameOf(question) })}>
          <MoreHorizontal aria-hidden="true" className="size-4" />
        </IconButton>
      }
      items={[
        {
          label: t("edit"),
          icon: <Pencil aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id),
        },
        {
          label: t("versions"),
          icon: <History aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id, "versions"),
        },
        {
          label: t("whoSaw"),
          icon: <UsersRound aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id, "seen"),
        },
      ]}
    />
  );
  const knownOf = (id: string) => {
    const known = figures.get(id);
    return known ? usageFigures(known) : [];
  };
  // Two columns of dashes would say nothing.
  const isMeasured = [...figures.values()].some(({ mean }) => mean !== null);
  const measured: Column<BankQuestion>[] = [
    {
      key: "mean",
      header: t("mean"),
      align: "right",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ id }) => {
        const known = figures.get(id);
        const mean = known?.mean ?? null;
        return (
          <Figure
            known={known}
            share={(mean ?? 0) / 100}
            {...(mean !== null && { value: wholePercent(mean) })}
          />
        );
      },
    },
    {
      key: "discrimination",
      header: t("discrimination"),
      align: "right",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ id }) => {
        const known = figures.get(id);
        const value = known?.discrimination ?? null;
        return (
          <Figure
            known={known}
            share={value ?? 0}
            {...(value !== null && { value: discriminationWords(value) })}
          />
        );
      },
    },
  ];
  const columns: Column<BankQuestion>[] = [
    { key: "title", header: t("question"), className: "max-w-88", cell: name },
    {
      key: "type",
      header: t("type"),
      className: "whitespace-nowrap text-ink-2",
      cell: ({ type }) => kindLabel(type),
    },
    { key: "tags", header: t("tags"), className: "max-w-52", cell: ({ tags }) => <Tags tags={tags} /> },
    {
      key: "difficulty",
      header: t("difficulty"),
      className: "text-ink-2",
      cell: ({ difficulty }) => difficulty && difficultyLabel(difficulty),
    },
    { key: "state", header: t("state"), cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: "version",
      header: t("version"),
      align: "right",
      className: "tabular-nums",
      cell: (row) => row.version,
    },
    {
      key: "used",
      header: t("tests"),
      align: "right",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ used_in = 0 }) => (used_in > 0 ? formatCount(used_in) : <span className="text-muted">–</span>),
    },
    ...(isMeasured ? measured : []),
    { key: "menu", header: <span className="sr-only">{t("actions")}</span>, align: "right", cell: menu },
  ];
  return (
    <Table
      dense
      low
      caption={t("caption")}
      columns={columns}
      rows={questions}
      rowKey={({ id }) => id}
      card={(row) => (
        <div className="space-y-2.5">
          <div className="flex items-start justify-between gap-2">
            {name(row)}
            <div className="-mt-1.5 -me-2">{menu(row)}</div>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-xs tabular-nums">
            <StateBadge state={row.state} />
            <span>{kindLabel(row.type)}</span>
            {row.difficulty && <span>{difficultyLabel(row.difficulty)}</span>}
            <span>{t("versionNumber", { version: row.version })}</span>
            {row.used_in > 0 && <span>{t("inTests", { count: row.used_in })}</span>}
            {knownOf(row.id).map(({ label, value }) => (
              <span key={label}>
                {label} <span className="font-medium text-ink">{value}</span>
              </span>
            ))}
          </div>
          <Tags tags={row.tags} />
        </div>
      )}
    />
  );
}
