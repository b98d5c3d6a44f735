import { clsx } from "clsx";

export interface LogoProps {
  size?: "sm" | "lg";
  /** Only the mark, where the word does not fit. */
  markOnly?: boolean;
}

/** An eye whose pupil is a tick: watched, and done. */
export function Logo({ size = "sm", markOnly = false }: LogoProps) {
  const large = size === "lg";
  return (
    <span className="flex items-center gap-2.5">
      <svg
        viewBox="0 0 32 32"
        className={large ? "size-11" : "size-7"}
        role={markOnly ? "img" : undefined}
        aria-label={markOnly ? "Invigil" : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <rect width="32" height="32" rx="8" fill="var(--primary)" />
        <g fill="none" stroke="var(--on-primary)" strokeLinecap="round" strokeLinejoin="round">
          <path d="M5.5 16S9.3 9 16 9s10.5 7 10.5 7-3.8 7-10.5 7S5.5 16 5.5 16Z" strokeWidth="2.2" />
          <path d="m12.2 16.1 2.7 2.7 5-5.3" strokeWidth="2.4" />
        </g>
      </svg>
      {!markOnly && (
        <span className={clsx("font-semibold tracking-tight text-ink", large ? "text-2xl" : "text-base")}>
          Invigil
        </span>
      )}
    </span>
  );
}
