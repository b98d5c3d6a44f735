import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of the tab, with its heading. */
export function Section({ title, text, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-semibold text-base">
            {title}
          </h3>
          <p className="mt-0.5 text-ink-2 text-sm">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
