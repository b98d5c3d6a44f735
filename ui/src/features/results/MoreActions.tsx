import { Clock, MoreHorizontal, Stamp } from "lucide-react";
import { useState } from "react";
import type { ResultDetail } from "@/api/types";
import { useFirstAdmin } from "@/features/staff-shared/admins";
import { useRights } from "@/lib/rights";
import { wasDoubleClicked } from "@/lib/timeline";
import { ReopenDialog } from "@/ui/attempt/ReopenDialog";
import { Button } from "@/ui/Button";
import { Menu, type MenuItem } from "@/ui/Menu";
import { EvidenceDialog } from "./EvidenceDialog";
import { t } from "./texts";

interface Props {
  detail: ResultDetail;
  /** Closes the panel of the result. */
  onClose(): void;
}

const icon = (Icon: typeof Clock) => <Icon aria-hidden="true" className="size-4" />;

/** Actions that few results need, or few people may perform. */
export function MoreActions({ detail, onClose }: Props) {
  const [asked, setAsked] = useState<"evidence" | "reopen" | null>(null);
  const isFirst = useFirstAdmin().data?.is_first_admin === true;
  const { may } = useRights();
  const items: MenuItem[] = [];
  if (isFirst)
    items.push({ label: t("evidenceItem"), icon: icon(Stamp), onSelect: () => setAsked("evidence") });
  const unmeant =
    detail.submitted_by === "deadline" ||
    (detail.submitted_by === "candidate" && wasDoubleClicked(detail.timeline.entries));
  if (unmeant && detail.told.length === 0 && may("intervene", detail.test_id))
    items.push({ label: t("reopen"), icon: icon(Clock), onSelect: () => setAsked("reopen") });
  if (items.length === 0) return null;
  const { submission_id: id, applicant_name: name } = detail;
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" variant="secondary" icon={MoreHorizontal}>
            {t("more")}
          </Button>
        }
        items={items}
      />
      {asked === "evidence" && <EvidenceDialog submissionId={id} name={name} onClose={close} />}
      {asked === "reopen" && <ReopenDialog attemptId={id} name={name} onClose={close} onReopened={onClose} />}
    </>
  );
}
