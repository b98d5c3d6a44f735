import { Check, CircleDashed, Pause, X } from "lucide-react";
import type { DecisionValue } from "@/api/ranking";
import { Badge } from "@/ui/Badge";
import { DECISION_TONES, decisionLabel } from "../labels";

const ICONS = { shortlist: Check, hold: Pause, reject: X };

export const DECISIONS = ["shortlist", "hold", "reject"] as const satisfies readonly DecisionValue[];

export function DecisionIcon({ value, className = "size-4" }: { value: DecisionValue; className?: string }) {
  const Icon = ICONS[value];
  return <Icon aria-hidden="true" className={className} />;
}

export function DecisionBadge({ value }: { value: DecisionValue | null }) {
  return (
    <Badge
      tone={value ? DECISION_TONES[value] : "neutral"}
      icon={
        value ? (
          <DecisionIcon value={value} className="size-3" />
        ) : (
          <CircleDashed aria-hidden="true" className="size-3" />
        )
      }
    >
      {decisionLabel(value)}
    </Badge>
  );
}
