import { History, MoreHorizontal, Pencil, UsersRound } from "lucide-react";
import type { BankQuestion } from "@/api/types";
import { kindLabel, plural } from "@/lib/format";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { type Column, Table } from "@/ui/Table";
import { StateBadge, Tags } from "./Badges";
import { DIFFICULTY_LABELS, nameOf, summaryOf } from "./labels";
import type { PanelView } from "./panel/view";

interface Props {
  questions: BankQuestion[];
  onOpen: (id: string, view?: PanelView) => void;
}

export function BankTable({ questions, onOpen }: Props) {
  const name = ({ id, title, ...question }: BankQuestion) => {
    const summary = summaryOf(question);
    return (
      <div className="min-w-0">
        <button
          type="button"
          dir="auto"
          className="line-clamp-2 text-left font-medium text-ink hover:underline"
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
        <IconButton label={`More actions for ${nameOf(question)}`}>
          <MoreHorizontal aria-hidden="true" className="size-4" />
        </IconButton>
      }
      items={[
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id),
        },
        {
          label: "Versions",
          icon: <History aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id, "versions"),
        },
        {
          label: "Who saw this?",
          icon: <UsersRound aria-hidden="true" className="size-4 text-muted" />,
          onSelect: () => onOpen(id, "seen"),
        },
      ]}
    />
  );
  const columns: Column<BankQuestion>[] = [
    { key: "title", header: "Question", className: "max-w-88", cell: name },
    {
      key: "type",
      header: "Type",
      className: "whitespace-nowrap text-ink-2",
      cell: ({ type }) => kindLabel(type),
    },
    { key: "tags", header: "Tags", className: "max-w-52", cell: ({ tags }) => <Tags tags={tags} /> },
    {
      key: "difficulty",
      header: "Difficulty",
      className: "text-ink-2",
      cell: ({ difficulty }) => difficulty && DIFFICULTY_LABELS[difficulty],
    },
    { key: "state", header: "State", cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: "version",
      header: "Version",
      align: "right",
      className: "tabular-nums",
      cell: (row) => row.version,
    },
    {
      key: "used",
      header: "Tests",
      align: "right",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ used_in = 0 }) =>
        used_in > 0 ? plural(used_in, "test") : <span className="text-muted">–</span>,
    },
    { key: "menu", header: <span className="sr-only">Actions</span>, align: "right", cell: menu },
  ];
  return (
    <Table
      dense
      caption="Question bank"
      columns={columns}
      rows={questions}
      rowKey={({ id }) => id}
      card={(row) => (
        <div className="space-y-2.5">
          <div className="flex items-start justify-between gap-2">
            {name(row)}
            <div className="-mt-1.5 -mr-2">{menu(row)}</div>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-xs tabular-nums">
            <StateBadge state={row.state} />
            <span>{kindLabel(row.type)}</span>
            {row.difficulty && <span>{DIFFICULTY_LABELS[row.difficulty]}</span>}
            <span>Version {row.version}</span>
            {row.used_in > 0 && <span>In {plural(row.used_in, "test")}</span>}
          </div>
          <Tags tags={row.tags} />
        </div>
      )}
    />
  );
}
