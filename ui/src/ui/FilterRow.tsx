import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "./Button";
import { t } from "./controls-texts";

interface Props {
  /** Stays in view. */
  search: ReactNode;
  /** How many of the other filters are set. */
  set: number;
  /** The other filters. */
  children: ReactNode;
  className?: string;
}

/** Choices in other languages are longer than half of a phone. */
const LONG = "max-sm:[&:not(:lang(en))]:grid-cols-1 max-sm:[&:not(:lang(en))_*]:col-span-1!";

/**
 * A search and filters in one row. On a phone, and on a screen at 200 % zoom, they would push the list out of view: there
 * a button unfolds them.
 */
export function FilterRow({ search, set, children, className }: Props) {
  const [open, setOpen] = useState(false);
  const filters = useId();
  return (
    <div className={clsx("flex min-w-0 flex-1 flex-wrap items-end gap-3", className)}>
      {search}
      <Button
        variant="secondary"
        aria-expanded={open}
        aria-controls={filters}
        className="px-3! md:hidden"
        icon={SlidersHorizontal}
        onClick={() => setOpen(!open)}
      >
        {t("filters")}{" "}
        {set > 0 && (
          <span className="rounded-full bg-primary px-1.5 text-on-primary text-xs tabular-nums">
            {t.rich("filtersSet", { count: set, b: (inside) => <span className="sr-only">{inside}</span> })}
          </span>
        )}
      </Button>
      <div
        id={filters}
        className={clsx(
          "md:contents",
          open ? clsx("grid w-full grid-cols-2 items-start gap-3", LONG) : "max-md:hidden",
        )}
      >
        {children}
      </div>
    </div>
  );
}
