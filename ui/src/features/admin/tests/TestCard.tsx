import { ChartColumn, Clock, ListChecks, Pencil } from "lucide-react";
import { useState } from "react";
import type { Test } from "@/api/types";
import { formatDate, plural, points } from "@/lib/format";
import { Button, IconButton } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { DeleteTestDialog } from "./DeleteTestDialog";
import { ExportMenu } from "./ExportMenu";

interface Props {
  test: Test;
  onEdit: () => void;
  onStatistics: () => void;
}

export function TestCard({ test, onEdit, onStatistics }: Props) {
  const [deleting, setDeleting] = useState<"plain" | "force" | null>(null);
  return (
    <article className="flex h-full flex-col rounded-card border border-line bg-surface p-5">
      <h2 dir="auto" className="line-clamp-2 font-semibold text-base">
        {test.title}
      </h2>
      {test.description && (
        <p dir="auto" className="mt-1 line-clamp-2 text-ink-2 text-sm">
          {test.description}
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs tabular-nums">
        <li className="inline-flex items-center gap-1.5">
          <ListChecks aria-hidden="true" className="size-3.5" />
          {plural(test.question_count, "question")}, {points(test.total_points)}
        </li>
        <li className="inline-flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-3.5" />
          {plural(test.duration_minutes, "minute")}
        </li>
        <li>Created {formatDate(test.created_at)}</li>
      </ul>
      <div className="mt-auto pt-4">
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
          <div className="flex items-center gap-1">
            <Button
              variant="secondary"
              size="sm"
              icon={<Pencil aria-hidden="true" className="size-3.5" />}
              onClick={onEdit}
            >
              Edit
            </Button>
            <ExportMenu test={test} />
            <IconButton label="Statistics" onClick={onStatistics}>
              <ChartColumn aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
          <div className="flex max-sm:-mx-3 sm:-mr-2 sm:justify-end">
            <Button variant="ghost" size="sm" onClick={() => setDeleting("plain")}>
              Delete Test
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="text-error! hover:bg-error/8!"
              onClick={() => setDeleting("force")}
            >
              Force Delete All
            </Button>
          </div>
        </div>
      </div>
      <DeleteTestDialog test={test} mode={deleting} onMode={setDeleting} />
    </article>
  );
}

export function TestCardSkeleton() {
  return (
    <div className="rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-3 h-3.5 w-full" />
      <Skeleton className="mt-2 h-3.5 w-4/5" />
      <Skeleton className="mt-4 h-3 w-2/3" />
      <Skeleton className="mt-5 h-8 w-20" />
    </div>
  );
}
