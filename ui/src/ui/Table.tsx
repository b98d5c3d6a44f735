import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { useLanguage } from "@/i18n";
import { useMedia } from "@/lib/media";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  className?: string;
  /** The last column, which stays in view while those before it scroll. */
  pinned?: boolean;
  /** Set if the rows can be sorted by this column: the order that they have by it now. */
  sorted?: "ascending" | "descending" | "none";
}

export interface TableProps<Row> {
  /** Caption of the table, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /**
   * What a row shows beside itself, such as whether it is selected. Given, a row is rendered again only when it, its marks or
   * the columns change; functions in its cells must not change then.
   */
  marks?: (row: Row) => string;
  /** Less space between the columns, for a table of many. */
  dense?: boolean;
  /** Rows of 44 px, for two lines of text each; of 34 px with one line, where the desk is wide. */
  low?: boolean | "line";
  /** The same row as a card, for phones. */
  card: (row: Row) => ReactNode;
}

/** Minimum width for the table layout. */
const WIDE_SCREEN = "(min-width: 64rem)";

/** Opaque in the colours of its row. */
const PINNED = "sticky end-0 z-10 bg-surface";
/** The colours of a row that changes under the pointer; a heading does not. */
const PINNED_IN_ROW =
  "in-[tr:hover]:bg-[color-mix(in_srgb,var(--background-accent)_50%,var(--background-secondary))] in-[tr:has(:focus-visible)]:bg-[color-mix(in_srgb,var(--background-accent)_70%,var(--background-secondary))]";

interface LineProps<Row> extends Pick<TableProps<Row>, "columns" | "low"> {
  row: Row;
  padding: string;
  marks: string | undefined;
}

function Line<Row>({ row, columns, padding, low }: LineProps<Row>) {
  useLanguage();
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-subtle/50 has-focus-visible:bg-subtle/70">
      {columns.map((column) => (
        <td
          key={column.key}
          className={clsx(
            padding,
            low ? "py-1" : "py-3",
            low === "line" && "min-[87rem]:h-8.5 min-[87rem]:py-0",
            "align-middle first:ps-5 last:pe-5",
            column.align === "right" && "text-end",
            column.pinned && [PINNED, PINNED_IN_ROW],
            column.className,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const shape = <Row,>(columns: Column<Row>[]) =>
  columns.map(({ key, pinned }) => `${key}${pinned ? "!" : ""}`).join();

const MemoLine = memo(
  Line,
  (before, now) =>
    now.marks !== undefined &&
    before.marks === now.marks &&
    before.row === now.row &&
    before.padding === now.padding &&
    before.low === now.low &&
    shape(before.columns) === shape(now.columns),
) as typeof Line;

/** A table on wide screens, a list of cards on a phone; only one of them is rendered. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  dense = false,
  low = false,
  marks,
  card,
}: TableProps<Row>) {
  if (!useMedia(WIDE_SCREEN)) {
    return (
      <ul aria-label={caption} className="divide-y divide-line">
        {rows.map((row) => (
          // The browser lays out only visible cards.
          <li
            key={rowKey(row)}
            className="p-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto] print:[content-visibility:visible]"
          >
            {card(row)}
          </li>
        ))}
      </ul>
    );
  }
  const padding = dense ? "px-2.5" : "px-4";
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={clsx(
                  padding,
                  low ? "py-1.5" : "py-2.5",
                  low === "line" && "min-[87rem]:py-0",
                  "whitespace-nowrap font-medium text-muted text-xs first:ps-5 last:pe-5",
                  column.align === "right" && "text-end",
                  column.pinned && PINNED,
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MemoLine key={rowKey(row)} {...{ row, columns, padding, low }} marks={marks?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
