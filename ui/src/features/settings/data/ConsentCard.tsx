import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { ConsentForm, type ConsentSettings } from "@/features/staff-shared/consent/ConsentForm";
import { Card } from "@/ui/Card";

const CONSENT = "/admin/consent";

/** The text that candidates of the site accept before a start. */
export function ConsentCard({ consent }: { consent: ConsentSettings }) {
  const client = useQueryClient();
  return (
    <Card
      title="Consent before a start"
      description="Candidates accept this text before their test starts. Text, time and hash stay with the attempt, in the evidence and on the candidate's own page. A new version is asked for from the next start on."
    >
      <ConsentForm
        name="the site"
        settings={consent}
        blank="Blank: candidates are asked for nothing, unless their test has a text of its own"
        put={(body) => api.put(CONSENT, { body })}
        refresh={() => invalidate(client, CONSENT)}
      />
    </Card>
  );
}
