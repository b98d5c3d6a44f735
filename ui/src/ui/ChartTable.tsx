import type { ReactNode } from "react";
import { t } from "./controls-texts";

interface Props {
  caption: string;
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

/** The figures behind a picture, for those who cannot see it or want them exactly. */
export function ChartTable({ caption, head, rows }: Props) {
  return (
    <details className="mt-2 text-xs print:hidden">
      <summary className="w-fit cursor-pointer py-1 text-muted hover:text-ink">{t("asTable")}</summary>
      <table className="mt-1 w-full tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-start text-muted">
            {head.map((name, place) => (
              <th key={name} scope="col" className={`py-1 font-medium ${place > 0 ? "text-end" : ""}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-line border-b last:border-0">
              <th scope="row" className="py-1 text-start font-normal">
                {first}
              </th>
              {rest.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table stay where they are
                <td key={place} className="py-1 text-end">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
