import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { Badge } from "@/ui/Badge";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

/** How much of the texts of candidates' pages and emails there is in each language. */
export function Coverage() {
  const { data, error, refetch, isFetching } = useQuery(queryOf("/admin/languages"));
  return (
    <section aria-labelledby="coverage" className="space-y-4 border-line border-t pt-6">
      <div>
        <h3 id="coverage" className="font-semibold text-base">
          {t("textsOfLanguages")}
        </h3>
        <p className="mt-0.5 text-muted text-sm">
          {t.rich("translators", {
            percent: data?.offered_from ?? 95,
            c: (inside) => <code dir="ltr">{inside}</code>,
          })}
        </p>
      </div>
      {error ? (
        <QueryError title={t("languagesNotLoaded")} {...{ error, refetch, isFetching }} />
      ) : !data ? (
        <div role="status" aria-label={t("loadingLanguages")}>
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
                {t("textsOf", {
                  page: one.page,
                  pageTotal: one.page_total,
                  mail: one.mail,
                  mailTotal: one.mail_total,
                })}
              </span>
              {one.own > 0 && <Badge tone="blue">{t("ofYourOwn", { count: one.own })}</Badge>}
              {!one.offered && <Badge tone="amber">{t("notOffered")}</Badge>}
              {one.changed.length > 0 && (
                <span className="basis-full text-warning" title={one.changed.join(", ")}>
                  {t("englishChanged", { count: one.changed.length })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
