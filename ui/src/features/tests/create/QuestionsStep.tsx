import { useEffect, useRef, useState } from "react";
import { type Content, type Item, written as item, itemsOf } from "@/features/questions/content/sections";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { withAdded, withItem } from "../sections/edits";
import { refusedContent } from "../sections/refused";
import { SectionList } from "../sections/SectionList";
import { useDivided } from "../sections/useDivided";
import { useItems } from "../sections/useItems";
import { focusFirstError } from "./first-error";
import { QuestionEditor } from "./QuestionEditor";
import { t } from "./texts";
import type { Wizard } from "./useWizard";

/** Only a stored test says which of its questions have newer versions in the bank. */
const NO_STATUS = new Map();

interface Props {
  wizard: Wizard;
  /** The server's refusal of the test, and its questions as they were sent. */
  refusal?: unknown;
  asked?: Content;
  onPrevious: () => void;
  onNext: () => void;
}

export function QuestionsStep({ wizard, refusal, asked, onPrevious, onNext }: Props) {
  const { draft, change } = wizard;
  const refused = refusedContent(refusal, asked ?? draft);
  const items = useItems({
    content: draft,
    errorsOf: refused.errorsOf,
    // The form of a question stands in the page: no dialog opens with what is half-written.
    pending: undefined,
    onPending: () => undefined,
    onChange: change,
  });
  const { sections, edit, dialogs } = items;
  const division = useDivided(draft, edit);
  const ids = itemsOf(draft).map(({ id }) => id);
  // Reopens the question edited before a reload.
  const [editing, setEditing] = useState(() => ids.find((id) => id === draft.pending?.id) ?? null);
  /** The section that a new question was asked for. */
  const [target, setTarget] = useState<string | null>(null);
  const home = sections.find(({ id }) => id === target) ?? sections.at(-1);
  const [written, setWritten] = useState(false);
  /** Pending navigation while a question is unsaved. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const leave = (go: () => void) => (written ? setLeaving(() => go) : go());
  const stopEditing = () => {
    setEditing(null);
    if (draft.pending) change({ pending: undefined });
  };
  const writeIn = (section: string) => {
    const go = () => {
      setEditing(null);
      setTarget(section);
    };
    // A new question moves to the other section as it is.
    if (editing === null) go();
    else leave(go);
  };
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal && root.current) focusFirstError(root.current);
  }, [refusal]);

  const formOf = (shown: Item) =>
    editing === shown.id && shown.kind === "written" ? (
      <QuestionEditor
        question={shown.question}
        taken={ids}
        errors={refused.errorsOf(shown)}
        begun={draft.pending}
        onWritten={setWritten}
        onType={(pending) => change({ pending })}
        onCancel={stopEditing}
        onSave={(saved) => {
          edit((all) => withItem(all, saved.id, item(saved)));
          stopEditing();
          toast.success(t("updated"));
        }}
      />
    ) : null;

  return (
    <div ref={root} className="space-y-4">
      {division.divided && <h2 className="sr-only">{t("questions")}</h2>}
      {refused.error && (
        <p role="alert" className="font-medium text-error text-sm">
          {refused.error}
        </p>
      )}
      <SectionList
        items={{
          ...items,
          dialogs: {
            ...dialogs,
            onDelete: (doomed) => {
              dialogs.onDelete(doomed);
              if (doomed.kind !== "pool") toast.success(t("deleted"));
            },
          },
        }}
        division={division}
        bank={NO_STATUS}
        errorsOf={refused.errorsOf}
        sectionError={refused.sectionError}
        actions={{
          onEdit: (shown) =>
            shown.kind === "written" ? leave(() => setEditing(shown.id)) : items.actions.onEdit(shown),
        }}
        formOf={formOf}
        writerIn={(section) =>
          editing === null && section.id === home?.id ? (
            <QuestionEditor
              question={null}
              taken={ids}
              focused={section.id === target}
              begun={draft.pending}
              onWritten={setWritten}
              onType={(pending) => change({ pending })}
              onSave={(question) => {
                edit((all) => withAdded(all, section.id, [item(question)]));
                change({ pending: undefined });
                toast.success(t("added"));
              }}
            />
          ) : null
        }
        onWrite={writeIn}
      />

      <Card>
        <div className="flex justify-between gap-3">
          <Button variant="secondary" onClick={() => leave(onPrevious)}>
            {t("previous")}
          </Button>
          <Button disabled={ids.length === 0} onClick={() => leave(onNext)}>
            {t("nextReview")}
          </Button>
        </div>
      </Card>

      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t("unsavedQuestion")}
        description={editing === null ? t("notAddedYet") : t("notSavedYet")}
        cancelLabel={t("keepWriting")}
        confirmLabel={t("discardQuestion")}
        danger
        onConfirm={() => {
          setLeaving(null);
          change({ pending: undefined });
          leaving?.();
        }}
      />
    </div>
  );
}
