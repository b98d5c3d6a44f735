import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { ConsentForm } from "@/features/staff-shared/consent/ConsentForm";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { t } from "./settings-texts";

const CONSENT = "/tests/{id}/consent";

/** The text that a test has candidates accept instead of the site's. */
export function ConsentDialog({ test, onClose }: { test: string; onClose(): void }) {
  const client = useQueryClient();
  const path = { id: test };
  const consent = useQuery(queryOf(CONSENT, { path }));
  const content = consent.data ? (
    <ConsentForm
      name={`test ${test}`}
      settings={consent.data}
      blank={t("consentBlank")}
      put={(body) => api.put(CONSENT, { path, body })}
      refresh={() => invalidate(client, CONSENT)}
    />
  ) : consent.error ? (
    <QueryError title={t("textNotLoaded")} error={consent.error} refetch={consent.refetch} />
  ) : (
    <SkeletonList rows={3} label={t("loadingText")} />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t("consentTitle")}
      description={t("consentDialog")}
    >
      {content}
    </Dialog>
  );
}
