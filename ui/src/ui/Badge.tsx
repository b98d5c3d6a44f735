import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Tone = "blue" | "violet" | "amber" | "green" | "grey" | "red" | "neutral";

export interface BadgeProps {
  tone?: Tone;
  /** Replaces the dot, so that colour is never the only cue. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        `toned tone-${tone}`,
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-xs",
        className,
      )}
    >
      {icon ??
        (tone !== "neutral" && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />)}
      <span>{children}</span>
    </span>
  );
}
