import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** How it stands, beside the title. */
  badge?: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a tab in a frame, with its heading. */
export function Section({ title, badge, text, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={id} className="font-semibold text-base">
              {title}
            </h3>
            {badge}
          </div>
          {text && <p className="mt-0.5 text-ink-2 text-sm">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
