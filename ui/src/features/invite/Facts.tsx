import type { ReactNode } from "react";

export interface Fact {
  icon: ReactNode;
  label: string;
  value: ReactNode;
}

/** Definition list of labels and values, one pair per row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-control border border-line">
      {facts.map(({ icon, label, value }) => (
        <div key={label} className="relative py-3 pr-4 pl-11">
          <dt className="text-muted text-xs">
            <span aria-hidden="true" className="absolute top-3.5 left-4 [&_svg]:size-4">
              {icon}
            </span>
            {label}
          </dt>
          <dd dir="auto" className="text-left font-medium text-ink text-sm">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
