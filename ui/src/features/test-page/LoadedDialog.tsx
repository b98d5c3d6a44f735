import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "@/api/client";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";

interface Props<T> {
  title: string;
  query: UseQueryResult<T>;
  /** What is shown until there are data, and if there are none. */
  loading: string;
  failed: string;
  onClose: () => void;
  /** The dialog with the data. */
  children: (data: T) => ReactNode;
}

/** A dialog whose data are read when it opens. */
export function LoadedDialog<T>({ title, query, loading, failed, onClose, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {query.error ? (
        <ErrorState title={failed} detail={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList rows={3} label={loading} />
      )}
    </Dialog>
  );
}
