import type { QuestionVersion } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { formatDateTime } from "@/lib/format";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { questionWords } from "../../form/question-labels";
import { useVersions } from "../queries";
import { DiffView } from "./DiffView";

interface VersionProps {
  shown: QuestionVersion;
  before: QuestionVersion | undefined;
  isOnly: boolean;
}

function Version({ shown, before, isOnly }: VersionProps) {
  const { version, at, by, question } = shown;
  return (
    <details open={isOnly || before !== undefined} className="rounded-control border border-line">
      <summary className="cursor-pointer px-4 py-2.5 text-sm">
        <span className="font-medium">{t("versionNumber", { version })}</span>
        <span className="ms-2 text-muted text-xs">
          {formatDateTime(at)}
          {by && (
            <>
              , <bdi>{by}</bdi>
            </>
          )}
        </span>
      </summary>
      <div className="border-line border-t p-3">
        {before ? (
          <DiffView
            label={t("changesOf", { version })}
            before={questionWords(before.question)}
            after={questionWords(question)}
          />
        ) : (
          <p dir="auto" className="whitespace-pre-wrap break-words px-1 text-sm">
            {questionWords(question)}
          </p>
        )}
      </div>
    </details>
  );
}

/** All versions, the newest first, each with what it changed. */
export function Versions({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useVersions(id);
  if (error && !data)
    return <QueryError title={t("versionsNotLoaded")} {...{ error, refetch, isFetching }} />;
  if (!data) return <SkeletonList rows={3} label={t("loadingVersions")} />;
  return (
    <ol aria-label={t("versions")} className="space-y-3">
      {data.map((shown, index) => (
        <li key={shown.version}>
          <Version shown={shown} before={data[index + 1]} isOnly={data.length === 1} />
        </li>
      ))}
    </ol>
  );
}
