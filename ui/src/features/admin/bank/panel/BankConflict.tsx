import { Copy, UsersRound } from "lucide-react";
import type { BankQuestionDetail } from "@/api/types";
import { copyText } from "@/lib/clipboard";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { DiffView } from "../versions/DiffView";
import { bankWords, fieldsOf } from "./form";

export interface BankConflictState {
  by: string;
  /** RFC 3339 instant; empty if unknown. */
  at: string;
  theirs: BankQuestionDetail;
  /** The own version as text. */
  mine: string;
}

/** Another admin saved first: both versions, of which one is to be kept. */
export function BankConflict({ conflict: { by, at, theirs, mine } }: { conflict: BankConflictState }) {
  return (
    <div className="space-y-4">
      <div role="alert" className="toned tone-amber flex gap-2 rounded-control p-4 text-sm">
        <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p>
          <span className="font-medium">
            <bdi>{by}</bdi> changed this question while you had it open{at && `, ${formatDateTime(at)}`}.
          </span>{" "}
          Nothing of yours is lost, and nothing is saved yet. Lines with a plus are yours, lines with a minus
          are theirs.
        </p>
      </div>
      <DiffView
        label="Differences to their version"
        before={bankWords(fieldsOf(theirs), theirs.question)}
        after={mine}
      />
    </div>
  );
}

interface FooterProps {
  conflict: BankConflictState;
  onTheirs: () => void;
  onMine: () => void;
}

export function BankConflictFooter({ conflict, onTheirs, onMine }: FooterProps) {
  const copy = async () => {
    if (await copyText(conflict.mine)) toast.success("Your version was copied.");
    else toast.error("Your browser does not allow copying.");
  };
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        icon={<Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copy()}
      >
        Copy mine
      </Button>
      <Button variant="secondary" onClick={onTheirs}>
        Take theirs
      </Button>
      <Button onClick={onMine}>Go on with mine</Button>
    </>
  );
}
