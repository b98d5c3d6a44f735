import { useQuery } from "@tanstack/react-query";
import type { Test } from "@/api/types";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { Editor } from "./Editor";
import { t } from "./texts";
import { translationsOf } from "./useClash";

/** The texts of a test in the languages that it is translated into. */
export function TranslationsTab({ test, className }: { test: Test; className: string }) {
  const { data, error, refetch, isFetching } = useQuery(translationsOf(test.id));
  if (data) return <Editor test={test} data={data} className={className} />;
  return (
    <div className={`${className} py-6`}>
      {error ? (
        <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />
      ) : (
        <SkeletonList rows={8} label={t("loading")} />
      )}
    </div>
  );
}
