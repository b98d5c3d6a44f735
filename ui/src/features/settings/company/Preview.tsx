import { useQuery } from "@tanstack/react-query";
import { api, errorText, fieldErrors } from "@/api/client";
import type { CompanyPreviewInput } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { t } from "./texts";

const PATH = "/admin/company-settings/preview";

function Sample({ title, subject, text }: { title: string; subject?: string; text: string }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {subject && (
        <p dir="auto" className="text-sm">
          {t.rich("subjectRow", {
            subject,
            label: (inside) => <span className="text-muted">{inside}</span>,
          })}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-wrap break-words rounded-control bg-subtle px-4 py-3 text-sm">
        {text}
      </p>
    </section>
  );
}

/** Mails and intro with the typed words and sample values; nothing is stored. */
export function Preview({ words, onClose }: { words: CompanyPreviewInput; onClose: () => void }) {
  const { data, error } = useQuery({
    // A call that reads, though a POST.
    queryKey: ["company-preview", words],
    queryFn: ({ signal }) => api.post(PATH, { body: words, signal }),
    gcTime: 0,
    retry: false,
  });
  const fields = Object.values(fieldErrors(error));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("preview")}
      description={t("previewText")}
      size="lg"
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {error ? (
        <p role="alert" className="font-medium text-error">
          {fields[0] ?? errorText(error)}
        </p>
      ) : data ? (
        <div className="space-y-6">
          <Sample title={t("invitation")} subject={data.invitation.subject} text={data.invitation.text} />
          <Sample title={t("reminder")} subject={data.reminder.subject} text={data.reminder.text} />
          {data.intro && <Sample title={t("beforeStart")} text={data.intro} />}
        </div>
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}
