import { Button } from "./Button";
import { t } from "./controls-texts";

interface Props {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Appends the next page to a list; nothing after the last one. */
export function LoadMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center pt-3">
      <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t("loadMore")}
      </Button>
    </div>
  );
}
