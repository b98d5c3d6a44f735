import { useQuery } from "@tanstack/react-query";
import { Link2Off, Printer } from "lucide-react";
import { useParams } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { languagesOf, takenTitle } from "@/lib/translated";
import { usePrinted } from "@/lib/usePrinted";
import { Brand } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { QueryError } from "@/ui/QueryError";
import { PageSpinner } from "@/ui/Spinner";
import { Results } from "./Results";
import { t } from "./texts";

/** /shared/:token: what an administrator shows to a person without an account (docs/behaviour/results.md#sharing). */
export default function SharedPage() {
  const { token = "" } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/shares/{token}", { path: { token } }),
    // Each is a view that is counted.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePrinted();
  if (!data && !error) return <PageSpinner label={t("loading")} />;
  const compares = (data?.results.length ?? 0) > 1;
  const languages = languagesOf({ language: data?.test_language });
  const title = data && takenTitle(data);
  const gone = error instanceof ApiFailure && error.status === 410;
  return (
    <main
      className={`mx-auto min-h-dvh space-y-4 px-4 pt-6 pb-10 print:p-0 ${compares ? "max-w-[1200px]" : "max-w-3xl"}`}
    >
      <title>{title ? t("pageTitle", { title: title.source }) : t("title")}</title>
      <div className="flex items-center justify-between gap-3 print:hidden">
        <Brand company={data?.company} />
        {data && (
          <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
            {t("print")}
          </Button>
        )}
      </div>
      {gone && (
        <section className="mx-auto max-w-md rounded-card border border-line bg-surface px-6 py-10 text-center">
          <Link2Off aria-hidden="true" className="mx-auto size-8 text-muted" />
          <h1 className="mt-3 font-semibold text-xl">{t("gone")}</h1>
          <p className="mt-2 text-ink-2">{errorText(error)}</p>
        </section>
      )}
      {error && !gone && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
      {data && title && (
        <>
          <header>
            <h1 dir="auto" lang={title.lang} className="text-match font-semibold text-xl">
              {title.source}
            </h1>
            <p className="text-muted text-sm print:hidden">
              {t("inConfidence", { date: formatDateTime(data.expires_at) })}
            </p>
          </header>
          <Results results={data.results} languages={languages} />
        </>
      )}
    </main>
  );
}
