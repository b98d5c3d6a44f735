import { clsx } from "clsx";

export interface SkeletonProps {
  className?: string;
}

/** Placeholder of loading content. Give it the size of the content. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={clsx("shimmer block rounded-control", className)} />;
}

export interface SkeletonListProps {
  rows?: number;
  /** Description of the loading content, for screen readers. */
  label: string;
}

export function SkeletonList({ rows = 5, label }: SkeletonListProps) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-4 px-5 py-4">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-5 w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}
