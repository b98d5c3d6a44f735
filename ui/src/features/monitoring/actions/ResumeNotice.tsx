import { useState } from "react";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { t } from "../texts";
import { ReasonDialog } from "./ReasonDialog";
import type { Subject } from "./subject";

/** The candidate waits at another device for an admin to allow the resume. */
export function ResumeNotice({ subject, askedAt }: { subject: Subject; askedAt: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div
      role="status"
      className="toned tone-violet flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-sm"
    >
      <p>
        {t.rich("asksNotice", {
          when: formatDateTime(askedAt),
          b: (inside) => <strong className="font-semibold">{inside}</strong>,
        })}
      </p>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t("allowResume")}
      </Button>
      {open && <ReasonDialog kind="release" subject={subject} onClose={() => setOpen(false)} />}
    </div>
  );
}
