import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  description?: ReactNode;
  /** Shown to the right of the title. */
  actions?: ReactNode;
  /** Without padding, for lists and tables that reach the edge. */
  flush?: boolean;
}

export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <section {...rest} className={clsx("rounded-card border border-line bg-surface", className)}>
      {(title || actions) && (
        <header
          className={clsx(
            "flex flex-wrap items-start justify-between gap-3 px-5 pt-4",
            flush && "border-line border-b pb-4",
            !children && "pb-4",
          )}
        >
          <div className={clsx("min-w-0 flex-1 basis-40", description && "max-sm:basis-60")}>
            {title && <h2 className="font-semibold text-base text-ink">{title}</h2>}
            {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children && <div className={flush ? undefined : "p-5"}>{children}</div>}
    </section>
  );
}
