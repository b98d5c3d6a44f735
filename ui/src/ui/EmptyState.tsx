import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-12 place-items-center rounded-full bg-subtle text-muted [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <p className="font-medium text-ink text-sm">{title}</p>
      {text && <p className="mt-1 max-w-sm text-muted text-sm">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
