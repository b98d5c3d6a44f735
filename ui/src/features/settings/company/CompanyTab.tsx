import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/api/query";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { TestEmail } from "../TestEmail";
import { CompanyForm } from "./CompanyForm";
import { Coverage } from "./Coverage";
import { LogoField } from "./LogoField";
import { OtherWords } from "./OtherWords";
import { t } from "./texts";

/** The company as candidates see it: name, logo, contact, own words, hours. */
export function CompanyTab() {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/admin/company-settings"),
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) {
    return <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("loading")} className="space-y-4">
        {[0, 1, 2, 3].map((field) => (
          <Skeleton key={field} className="h-16" />
        ))}
      </div>
    );
  }
  return (
    <div className="space-y-8">
      <LogoField settings={data} />
      <CompanyForm settings={data} />
      <OtherWords settings={data} />
      <TestEmail
        path="/admin/company-settings/test"
        title={t("sampleTitle")}
        hint={t("sampleHint")}
        button={t("sendSample")}
        sent={t("sampleSent")}
        failed={t("sampleFailed")}
        hasLanguages
      />
      <Coverage />
    </div>
  );
}
