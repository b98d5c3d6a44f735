import { MailX } from "lucide-react";
import { Link } from "react-router-dom";
import { useOverview } from "@/features/staff-shared/queries";
import { t } from "./list-texts";

/** Whether the server is known to have no mail server. */
export const useNoMail = (): boolean => useOverview().data?.sends_mail === false;

/** Says before an invitation is sent that no email will leave this server; nothing otherwise. */
export function NoMailNotice() {
  const noMail = useNoMail();
  if (!noMail) return null;
  return (
    <div
      role="status"
      className="toned tone-amber mb-4 flex items-start gap-3 rounded-control px-3 py-2.5 text-sm"
    >
      <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">
        {t.rich("noMail", {
          b: (inside) => <strong className="font-semibold">{inside}</strong>,
          settings: (inside) => (
            <Link to="/admin?settings=email" className="underline">
              {inside}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}
