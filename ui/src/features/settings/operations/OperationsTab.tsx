import { useFirstAdmin } from "@/features/staff-shared/admins";
import { AuditLog } from "./AuditLog";
import { Backups } from "./Backups";
import { MailQueue } from "./MailQueue";

/** Operation of the installation: backups, the mail queue and the audit log. */
export function OperationsTab() {
  const isFirst = useFirstAdmin().data?.is_first_admin === true;
  return (
    <div className="space-y-4">
      <Backups mayMake={isFirst} />
      <MailQueue />
      {isFirst && <AuditLog />}
    </div>
  );
}
