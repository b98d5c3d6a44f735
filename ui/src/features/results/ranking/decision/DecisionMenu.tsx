import { ChevronDown, MailCheck, Undo2 } from "lucide-react";
import type { DecisionValue } from "@/api/ranking";
import { useRights } from "@/lib/rights";
import { Menu } from "@/ui/Menu";
import { decisionAction, decisionLabel, toldWords } from "../labels";
import { t } from "../texts";
import type { Decidable } from "./decidable";
import { DECISIONS, DecisionBadge, DecisionIcon } from "./looks";

interface Props {
  row: Decidable;
  /** Id of its test. */
  test: string;
  /** What was told is an icon with words, so that a row stays low. */
  low?: boolean;
  onDecide: (value: DecisionValue | null) => void;
}

/** The decision on a row, which can be changed in place. */
export function DecisionMenu({ row, test, low = false, onDecide }: Props) {
  const { applicant_name, decision = null } = row;
  const told = toldWords(row.told);
  const { may } = useRights();
  if (!may("decide", test)) return <DecisionBadge value={decision?.value ?? null} />;
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t("decisionOn", {
              name: applicant_name,
              decision: decisionLabel(decision?.value ?? null),
            })}
            className="-mx-1 inline-flex min-h-10 items-center gap-1 rounded-control px-1 hover:bg-subtle sm:min-h-8"
          >
            <DecisionBadge value={decision?.value ?? null} />
            <ChevronDown aria-hidden="true" className="size-3 text-muted" />
          </button>
        }
        items={[
          ...DECISIONS.map((value) => ({
            label: decisionAction(value),
            icon: <DecisionIcon value={value} className="size-4 text-muted" />,
            onSelect: () => onDecide(value),
          })),
          {
            label: t("noDecision"),
            icon: <Undo2 aria-hidden="true" className="size-4 text-muted" />,
            separated: true,
            disabled: !decision,
            onSelect: () => onDecide(null),
          },
        ]}
      />
      {told && !low && <p className="max-w-36 text-muted text-xs">{told}</p>}
      {told && low && (
        <span title={told} className="ms-1 inline-flex align-middle text-muted">
          <MailCheck aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{told}</span>
        </span>
      )}
    </>
  );
}
