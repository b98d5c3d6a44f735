import { plural } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { sectionRules } from "../session/sections";
import { useTake, useTakeSession } from "../useTake";
import { markedPositions, unanswered } from "./progress";

interface PositionsProps {
  title: string;
  positions: number[];
  onGo(position: number): void;
}

function Positions({ title, positions, onGo }: PositionsProps) {
  if (positions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {positions.map((position) => (
          <li key={position}>
            <Button
              variant="secondary"
              size="sm"
              className="min-w-10 tabular-nums"
              aria-label={`Go to question ${position + 1}`}
              onClick={() => onGo(position)}
            >
              {position + 1}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SubmitDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Lists blank and marked questions before submitting, with a link to each. */
export function SubmitDialog({ open, onOpenChange }: SubmitDialogProps) {
  const session = useTakeSession();
  const questions = useTake((state) => state.questions);
  const answers = useTake((state) => state.answers);
  const marked = useTake((state) => state.marked);
  const canGo = (position: number) => !sectionRules()?.isOver(session.store.getState(), position);
  const blank = unanswered(questions, answers);
  const go = (position: number) => {
    onOpenChange(false);
    session.goTo(position);
  };
  const submit = () => {
    onOpenChange(false);
    session.submit("asked");
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Submit with unanswered questions?"
      description={
        blank.length > 0
          ? `${blank.length} of ${plural(questions.length, "question")} ${blank.length === 1 ? "is" : "are"} unanswered. After submitting you cannot change anything.`
          : "Every question has an answer. After submitting you cannot change anything."
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Back to the test
          </Button>
          <Button onClick={submit}>Submit Test</Button>
        </>
      }
    >
      <div className="space-y-4">
        <Positions title="Unanswered" positions={blank.filter(canGo)} onGo={go} />
        <Positions
          title="Marked for later"
          positions={markedPositions(questions, marked).filter(canGo)}
          onGo={go}
        />
      </div>
    </Dialog>
  );
}
