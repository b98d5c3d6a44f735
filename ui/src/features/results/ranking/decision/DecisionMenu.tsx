import { ChevronDown, Undo2 } from "lucide-react";
import type { DecisionValue } from "@/api/ranking";
import { Menu } from "@/ui/Menu";
import { DECISION_ACTIONS, decisionLabel, toldWords } from "../labels";
import { DECISIONS, DecisionBadge, DecisionIcon } from "./looks";
import type { Decidable } from "./useDecide";

interface Props {
  row: Decidable;
  onDecide: (value: DecisionValue | null) => void;
}

/** The decision on a row, which can be changed in place. */
export function DecisionMenu({ row, onDecide }: Props) {
  const { applicant_name, decision = null } = row;
  const told = toldWords(row.told);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Decision on ${applicant_name}: ${decisionLabel(decision?.value ?? null)}`}
            className="-mx-1 inline-flex min-h-10 items-center gap-1 rounded-control px-1 hover:bg-subtle sm:min-h-8"
          >
            <DecisionBadge value={decision?.value ?? null} />
            <ChevronDown aria-hidden="true" className="size-3 text-muted" />
          </button>
        }
        items={[
          ...DECISIONS.map((value) => ({
            label: DECISION_ACTIONS[value],
            icon: <DecisionIcon value={value} className="size-4 text-muted" />,
            onSelect: () => onDecide(value),
          })),
          {
            label: "No decision",
            icon: <Undo2 aria-hidden="true" className="size-4 text-muted" />,
            separated: true,
            disabled: !decision,
            onSelect: () => onDecide(null),
          },
        ]}
      />
      {told && <p className="max-w-36 text-muted text-xs">{told}</p>}
    </>
  );
}
