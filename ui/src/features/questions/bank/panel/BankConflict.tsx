import type { BankQuestionDetail } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { Button } from "@/ui/Button";
import { ChangedNotice, CopyMine } from "@/ui/Changed";
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
export function BankConflict({ conflict }: { conflict: BankConflictState }) {
  const { theirs, mine } = conflict;
  return (
    <div className="space-y-4">
      <ChangedNotice change={conflict} what={t("thisQuestion")}>
        {t("plusMinus")}
      </ChangedNotice>
      <DiffView label={t("differences")} before={bankWords(fieldsOf(theirs), theirs.question)} after={mine} />
    </div>
  );
}

interface FooterProps {
  conflict: BankConflictState;
  onTheirs: () => void;
  onMine: () => void;
}

export function BankConflictFooter({ conflict, onTheirs, onMine }: FooterProps) {
  return (
    <>
      <CopyMine text={() => conflict.mine} />
      <Button variant="secondary" onClick={onTheirs}>
        {t("takeTheirs")}
      </Button>
      <Button onClick={onMine}>{t("continueMine")}</Button>
    </>
  );
}
