import type { Question } from "@/api/types";
import { PickerDialog } from "@/features/questions/bank/picker/PickerDialog";
import {
  type Item,
  itemsOf,
  type PoolItem,
  pinnedIds,
  type Section,
} from "@/features/questions/content/sections";
import type { Errors } from "@/features/questions/form/errors";
import { QuestionDialog } from "@/features/questions/form/QuestionDialog";
import type { QuestionDraft } from "@/features/questions/form/rules";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { itemLine } from "../labels";
import { PoolDialog } from "./PoolDialog";
import { t } from "./texts";

/** The dialog that is open, and the section that it adds to. */
export type OpenDialog =
  | { kind: "write"; section: string; question: Question | null }
  | { kind: "pool"; section: string; pool: PoolItem; isNew: boolean }
  | { kind: "pick"; section: string }
  | { kind: "delete"; item: Item };

interface Props {
  open: OpenDialog | null;
  sections: Section[];
  errorsOf: (id: string) => Errors;
  pending: QuestionDraft | undefined;
  isPicking: boolean;
  onPending: (draft: QuestionDraft | undefined) => void;
  onKeep: (question: Question) => void;
  onPool: (pool: PoolItem) => void;
  onPick: (section: string, ids: string[]) => void;
  onDelete: (item: Item) => void;
  onClose: () => void;
}

export function ItemDialogs(props: Props) {
  const { open, sections, errorsOf, pending, onClose } = props;
  const content = { questions: [], sections };
  const doomed = open?.kind === "delete" ? open.item : null;
  return (
    <>
      {open?.kind === "write" && (
        <QuestionDialog
          question={open.question}
          taken={itemsOf(content).map(({ id }) => id)}
          errors={open.question ? errorsOf(open.question.id) : undefined}
          draft={pending}
          onDraft={props.onPending}
          onSave={props.onKeep}
          onClose={onClose}
        />
      )}
      {open?.kind === "pool" && (
        <PoolDialog
          pool={open.pool}
          isNew={open.isNew}
          refused={errorsOf(open.pool.id)}
          pinned={pinnedIds(content)}
          onSave={props.onPool}
          onClose={onClose}
        />
      )}
      {open?.kind === "pick" && (
        <PickerDialog
          title={t("fromBankTitle")}
          excluded={pinnedIds(content)}
          busy={props.isPicking}
          action={(count) => t("addCount", { count })}
          onPick={(ids) => props.onPick(open.section, ids)}
          onClose={onClose}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={onClose}
        title={doomed?.kind === "pool" ? t("deletePoolQuestion") : t("deleteQuestionQuestion")}
        description={
          <>
            <bdi className="line-clamp-4">{doomed && itemLine(doomed)}</bdi>
            {doomed && doomed.kind !== "written" && ` ${t("bankKeeps")}`}
          </>
        }
        confirmLabel={doomed?.kind === "pool" ? t("deletePool") : t("deleteQuestion")}
        danger
        onConfirm={() => doomed && props.onDelete(doomed)}
      />
    </>
  );
}
