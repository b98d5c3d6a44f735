import { clsx } from "clsx";

export interface PersonProps {
  name: string;
  email: string;
  className?: string;
}

const initialOf = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? "?";

/** Initial, name and email of one person. Names may be long, or run from right to left. */
export function Person({ name, email, className }: PersonProps) {
  return (
    <div className={clsx("flex min-w-0 items-center gap-3", className)}>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-subtle font-medium text-ink-2 text-sm"
      >
        {initialOf(name)}
      </span>
      <div className="min-w-0">
        <p dir="auto" translate="no" className="truncate text-match font-medium text-ink" title={name}>
          {name}
        </p>
        {/* Stands in for a name that is not known. */}
        {email && email !== name && (
          <p translate="no" className="truncate text-muted text-xs" title={email}>
            {email}
          </p>
        )}
      </div>
    </div>
  );
}
