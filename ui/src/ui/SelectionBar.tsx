import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button";
import { t } from "./controls-texts";

interface Props {
  label: string;
  /** How many are selected. */
  count: ReactNode;
  onClear: () => void;
  /** Actions on them. */
  children: ReactNode;
}

/** Stays at the lower edge of a list. Where the window is low, its buttons stand in one row that scrolls. */
export function SelectionBar({ label, count, onClear, children }: Props) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3 shadow-lg short:bottom-1 short:flex-nowrap short:gap-1 short:overflow-x-auto short:p-2 short:*:shrink-0 short:[&>button]:px-2.5"
    >
      <div className="me-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between short:w-auto">
        <p role="status" className="font-medium text-sm tabular-nums">
          {count}
        </p>
        <IconButton label={t("clearSelection")} onClick={onClear}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
