import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { invalidate } from "@/api/query";
import { ConsentForm, type ConsentSettings } from "@/features/staff-shared/consent/ConsentForm";
import { Card } from "@/ui/Card";
import { t } from "./texts";

const CONSENT = "/admin/consent";

/** The text that candidates of the site accept before a start. */
export function ConsentCard({ consent }: { consent: ConsentSettings }) {
  const client = useQueryClient();
  return (
    <Card title={t("consent")} description={t("consentText")}>
      <ConsentForm
        name="the site"
        settings={consent}
        blank={t("consentBlank")}
        put={(body) => api.put(CONSENT, { body })}
        refresh={() => invalidate(client, CONSENT)}
      />
    </Card>
  );
}
