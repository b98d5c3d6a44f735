import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { Badge } from "@/ui/Badge";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";

/** How much of the texts of candidates' pages and emails there is in each language. */
export function Coverage() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/admin/languages"));
  return (
    <section aria-labelledby="coverage" className="space-y-4 border-line border-t pt-6">
      <div>
        <h3 id="coverage" className="font-semibold text-base">
          Texts of each language
        </h3>
        <p className="mt-0.5 text-muted text-sm">
          Translators work on a file: <code dir="ltr">invigil language export de -o de.po</code>, then{" "}
          <code dir="ltr">invigil language import de.po</code>. A new language is offered to candidates from{" "}
          {data?.offered_from ?? 95} % of the texts of pages, with all texts of emails.
        </p>
      </div>
      {error ? (
        <ErrorState
          title="The languages could not be loaded"
          detail={errorText(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !data ? (
        <div role="status" aria-label="Loading the languages">
          <Skeleton className="h-40" />
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-control border border-line text-sm">
          {data.languages.map((one) => (
            <li key={one.language} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span lang={one.language} className="min-w-40 font-medium">
                {one.name}
              </span>
              <span className="tabular-nums">{one.percent} %</span>
              <span className="text-muted">
                {one.page} of {one.page_total} texts of pages, {one.mail} of {one.mail_total} of emails
              </span>
              {one.own > 0 && <Badge tone="blue">{one.own} of your own</Badge>}
              {!one.offered && <Badge tone="amber">Not offered</Badge>}
              {one.changed.length > 0 && (
                <span className="basis-full text-warning" title={one.changed.join(", ")}>
                  {one.changed.length === 1
                    ? "The English of 1 of your texts has changed since it was translated."
                    : `The English of ${one.changed.length} of your texts has changed since they were translated.`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
