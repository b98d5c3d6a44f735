import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { AiSection } from "./ai/AiSection";
import { Doctor } from "./doctor/Doctor";
import { EmailForm } from "./EmailForm";
import { useEmailSettings } from "./queries";
import { SectionGroup } from "./Section";
import { TestEmail } from "./TestEmail";
import { t } from "./texts";
import { WaitingInvites } from "./WaitingInvites";

function Email() {
  const { data, error, refetch, isFetching } = useEmailSettings();
  if (error) {
    return <QueryError title={t("emailNotLoaded")} {...{ error, refetch, isFetching }} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("loadingEmail")} className="grid gap-4 sm:grid-cols-2">
        {[0, 1, 2, 3, 4, 5, 6].map((field) => (
          <Skeleton key={field} className="h-16" />
        ))}
      </div>
    );
  }
  return (
    <div className="space-y-8">
      <WaitingInvites />
      <EmailForm settings={data} />
      <TestEmail
        level={4}
        path="/admin/email-settings/test"
        title={t("sendTest")}
        hint={t("sendTestHint")}
        button={t("sendTestButton")}
        sent={t("testSent")}
        failed={t("testFailed")}
      />
    </div>
  );
}

/** "API & Email Settings": each part works without the others. Server health is shown next to its settings. */
export function EmailTab() {
  return (
    <div className="space-y-10">
      <SectionGroup title={t("email")}>
        <Email />
      </SectionGroup>
      <AiSection />
      <SectionGroup title={t("server")}>
        <Doctor />
      </SectionGroup>
    </div>
  );
}
