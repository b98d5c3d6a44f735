import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, errorText } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { ConsentForm } from "@/features/staff-shared/consent/ConsentForm";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { SkeletonList } from "@/ui/Skeleton";

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
      blank="Blank: candidates accept the text of the site, if there is one"
      put={(body) => api.put(CONSENT, { path, body })}
      refresh={() => invalidate(client, CONSENT)}
    />
  ) : consent.error ? (
    <ErrorState
      title="The text could not be loaded"
      detail={errorText(consent.error)}
      onRetry={() => void consent.refetch()}
    />
  ) : (
    <SkeletonList rows={3} label="Loading the text" />
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Consent before a start"
      description="Candidates of this test accept this text before they start, instead of the site's."
    >
      {content}
    </Dialog>
  );
}
