import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** Level of its heading; 4 within a group that has one itself. */
  level?: 3 | 4;
  /** How it stands, beside the title. */
  badge?: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a tab in a frame, with its heading. */
export function Section({ title, level = 3, badge, text, action, children }: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-48 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading id={id} className="font-semibold text-base">
              {title}
            </Heading>
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

/** Parts that belong together, with their heading. */
export function SectionGroup({ title, text, children }: Pick<Props, "title" | "text" | "children">) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-4">
      <header>
        <h3 id={id} className="font-semibold text-xl">
          {title}
        </h3>
        {text && <p className="mt-0.5 text-ink-2 text-sm">{text}</p>}
      </header>
      {children}
    </section>
  );
}
