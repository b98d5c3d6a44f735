import type { Test } from "@/api/types";
import { ReadinessNotice } from "@/features/tests/readiness/ReadinessNotice";
import { Checkbox } from "@/ui/Checkbox";
import type { InviteDraft, InviteProblem } from "../draft";
import { t } from "../form-texts";
import { ScheduleStep, TestField } from "../steps";

/** How the list is sent, beside the draft of its invitations. */
export interface Choices {
  skipInvited: boolean;
  /** What was agreed with people at their last invitation is agreed again. */
  again: boolean;
}

interface Props {
  draft: InviteDraft;
  tests: Test[];
  loading: boolean;
  problem: InviteProblem | null;
  onChange: (changes: Partial<InviteDraft>) => void;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  /** People with whom something was agreed at their last invitation. */
  agreedBefore: number;
}

/** Test, time and what is the same for everyone on the list. */
export function TestStep({ choices, onChoose, agreedBefore, ...props }: Props) {
  return (
    <div className="space-y-5">
      <TestField {...props} />
      <ReadinessNotice test={props.draft.test} />
      <Checkbox
        label={t("skipInvited")}
        hint={t("skipInvitedHint")}
        checked={choices.skipInvited}
        onChange={(event) => onChoose({ ...choices, skipInvited: event.target.checked })}
      />
      {agreedBefore > 0 && (
        <Checkbox
          label={t("agreeAgain", { count: agreedBefore })}
          hint={t("agreeAgainHint")}
          checked={choices.again}
          onChange={(event) => onChoose({ ...choices, again: event.target.checked })}
        />
      )}
      <ScheduleStep {...props} />
    </div>
  );
}
