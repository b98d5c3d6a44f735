import type { ReactNode } from "react";

export interface Fact {
  icon: ReactNode;
  label: string;
  value: ReactNode;
}

/** Label and value, one pair a row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-control border border-line">
      {facts.map(({ icon, label, value }) => (
        <div key={label} className="flex items-start gap-3 px-4 py-3">
          <span aria-hidden="true" className="mt-0.5 text-muted [&_svg]:size-4">
            {icon}
          </span>
          <div className="min-w-0">
            <dt className="text-muted text-xs">{label}</dt>
            <dd dir="auto" className="font-medium text-ink text-sm">
              {value}
            </dd>
          </div>
        </div>
      ))}
    </dl>
  );
}
