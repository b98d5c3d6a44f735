import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

interface CountsProps {
  upcoming: number;
  completed: number;
  loading: boolean;
}

export function Counts({ upcoming, completed, loading }: CountsProps) {
  const counts = [
    [t("upcomingTests"), upcoming],
    [t("completedTests"), completed],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3">
      {counts.map(([label, count]) => (
        <div key={label} className="rounded-card border border-line bg-surface px-5 py-4">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1 h-9 font-semibold text-2xl text-ink tabular-nums">
            {loading ? <Skeleton className="mt-1 h-7 w-10" /> : count}
          </dd>
        </div>
      ))}
    </dl>
  );
}
