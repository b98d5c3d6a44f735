import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { useUrlState } from "@/lib/url-state";
import { type Sorted, sortedBy } from "./params";

interface Props {
  view: Sorted;
  sort: string;
  /** The changes of the URL for a press. */
  to: Record<string, string | null>;
  children: ReactNode;
}

export function SortHeader({ view, sort, to, children }: Props) {
  const { change } = useUrlState();
  const icon = "size-3 shrink-0";
  const sorted = sortedBy(view, sort);
  return (
    <button
      type="button"
      onClick={() => change(to)}
      className="-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-md px-1.5 hover:bg-subtle hover:text-ink"
    >
      {children}
      {sorted === "none" ? (
        <ChevronsUpDown aria-hidden="true" className={`${icon} opacity-50`} />
      ) : sorted === "ascending" ? (
        <ArrowUp aria-hidden="true" className={`${icon} text-ink`} />
      ) : (
        <ArrowDown aria-hidden="true" className={`${icon} text-ink`} />
      )}
    </button>
  );
}
