import { clsx } from "clsx";

export interface SpinnerProps {
  /** Announced to screen readers; omit it next to visible text. */
  label?: string;
  className?: string;
}

export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className={clsx("inline-flex", className ?? "size-4")}>
      <svg
        viewBox="0 0 24 24"
        className="size-full animate-spin motion-reduce:animate-none"
        fill="none"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** A centred spinner, shown until the layout of the page is known; `within` a page, it is no landmark of its own. */
export function PageSpinner({ label, within = false }: { label: string; within?: boolean }) {
  const Box = within ? "div" : "main";
  return (
    <Box className="grid min-h-dvh place-items-center text-muted">
      <h1 className="sr-only">Invigil</h1>
      <Spinner label={label} className="size-8" />
    </Box>
  );
}
