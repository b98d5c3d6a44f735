import { Eye } from "lucide-react";
import type { Monitored } from "@/api/types";
import { needsLook } from "@/lib/trouble";
import { Button, IconButton } from "@/ui/Button";
import { t } from "./texts";
import { useSeen } from "./useSeen";

interface Props {
  row: Monitored;
  now: number;
  /** An icon alone, for rows of a list. */
  compact?: boolean;
}

/** 'Seen', while the candidate has a problem that no proctor has acknowledged. */
export function SeenButton({ row, now, compact = false }: Props) {
  const seen = useSeen();
  const { attempt_id } = row;
  if (!attempt_id || !needsLook(row, now)) return null;
  const icon = <Eye aria-hidden="true" className="size-4" />;
  const mark = () => seen.mutate(attempt_id);
  if (compact)
    return (
      <IconButton label={t("markSeen", { name: row.applicant_name })} busy={seen.isPending} onClick={mark}>
        {icon}
      </IconButton>
    );
  return (
    <Button variant="secondary" size="sm" icon={icon} busy={seen.isPending} onClick={mark}>
      {t("seen")}
    </Button>
  );
}
