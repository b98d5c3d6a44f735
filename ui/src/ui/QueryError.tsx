import { errorText } from "@/api/client";
import { ErrorState } from "./ErrorState";

interface Props {
  /** What failed. */
  title: string;
  error: unknown;
  refetch(): unknown;
  isFetching?: boolean;
}

/** A query that failed, with the reason and a button that asks again. */
export const QueryError = ({ title, error, refetch, isFetching }: Props) => (
  <ErrorState
    title={title}
    detail={errorText(error)}
    onRetry={() => void refetch()}
    busy={isFetching ?? false}
  />
);
