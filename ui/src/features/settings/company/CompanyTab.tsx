import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/client";
import { queryOf } from "@/api/query";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { TestEmail } from "../TestEmail";
import { CompanyForm } from "./CompanyForm";
import { Coverage } from "./Coverage";
import { LogoField } from "./LogoField";
import { OtherWords } from "./OtherWords";

/** The company as candidates see it: name, logo, contact, own words, hours. */
export function CompanyTab() {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf("/admin/company-settings"),
    // It initialises a form: no refetch may overwrite typed text.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error) {
    return (
      <ErrorState
        title="The company settings could not be loaded"
        detail={errorText(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the company settings" className="space-y-4">
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
        title="Send yourself a sample invitation"
        hint="Uses the saved words, so save your changes first."
        button="Send sample"
        sent="Sample invitation sent"
        failed="Failed to send the sample invitation"
        hasLanguages
      />
      <Coverage />
    </div>
  );
}
