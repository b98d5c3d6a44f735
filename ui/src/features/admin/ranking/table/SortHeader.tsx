import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { useUrlState } from "@/lib/url-state";
import { sortParams, type View } from "../view";

interface Props {
  view: View;
  sort: View["sort"];
  children: ReactNode;
}

/** The order that a view has by a column, for `aria-sort`. */
export const sortedBy = (view: View, sort: View["sort"]) =>
  view.sort !== sort ? "none" : view.order === "asc" ? "ascending" : "descending";

export function SortHeader({ view, sort, children }: Props) {
  const { change } = useUrlState();
  const icon = "size-3 shrink-0";
  return (
    <button
      type="button"
      onClick={() => change(sortParams(view, sort))}
      className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 hover:bg-subtle hover:text-ink"
    >
      {children}
      {view.sort !== sort ? (
        <ChevronsUpDown aria-hidden="true" className={`${icon} opacity-50`} />
      ) : view.order === "asc" ? (
        <ArrowUp aria-hidden="true" className={`${icon} text-ink`} />
      ) : (
        <ArrowDown aria-hidden="true" className={`${icon} text-ink`} />
      )}
    </button>
  );
}
