import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Fact {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  /** Short enough for half of the width. */
  short?: boolean;
}

/** Definition list of labels and values; on a wide screen, two short pairs share a row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-control border border-line bg-line sm:grid-cols-2">
      {facts.map(({ icon, label, value, short }) => (
        <div
          key={label}
          className={clsx("relative min-w-0 bg-surface py-3 pe-4 ps-11", !short && "sm:col-span-2")}
        >
          <dt className="text-muted text-xs">
            <span aria-hidden="true" className="absolute top-3.5 start-4 [&_svg]:size-4">
              {icon}
            </span>
            {label}
          </dt>
          <dd dir="auto" className="break-words text-match font-medium text-ink text-sm">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
