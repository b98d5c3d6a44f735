import { useId } from "react";
import type { BankQuestionDetail } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { SlideOver } from "@/ui/SlideOver";
import { Tabs } from "@/ui/Tabs";
import { TypedNotice } from "@/ui/TypedNotice";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { StateBadge } from "../Badges";
import { nameOf } from "../labels";
import { SeenBy } from "../seen/SeenBy";
import { Versions } from "../versions/Versions";
import { BankConflict, BankConflictFooter } from "./BankConflict";
import { QuestionForm } from "./QuestionForm";
import { RetireButton } from "./RetireButton";
import { Usage } from "./Usage";
import { useBankForm } from "./useBankForm";
import { useBankSave } from "./useBankSave";
import { PANEL_VIEWS, type PanelView } from "./view";

interface Props {
  /** The question as read when the panel opened; null for a new question. */
  read: BankQuestionDetail | null;
  view: PanelView;
  onView: (view: PanelView) => void;
  onClose: () => void;
}

function Facts({ question }: { question: BankQuestionDetail }) {
  const { version, updated_at, updated_by, tests, state } = question;
  return (
    <div className="mb-4 space-y-1.5 text-muted text-xs">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge state={state} />
        <span className="tabular-nums">Version {version}</span>
        <span>
          Last changed {formatDateTime(updated_at)}
          {updated_by && (
            <>
              {" "}
              by <bdi>{updated_by}</bdi>
            </>
          )}
        </span>
      </p>
      {tests.length > 0 && (
        <p>
          Used in{" "}
          {tests.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <bdi>{title}</bdi>
            </span>
          ))}
          . A test keeps its version until its author takes the new one.
        </p>
      )}
      <Usage id={question.id} />
    </div>
  );
}

const VIEW_LABELS: Record<PanelView, string> = {
  edit: "Question",
  versions: "Versions",
  seen: "Who saw this?",
};

export function LoadedPanel({ read, view, onView, onClose }: Props) {
  const formId = useId();
  const form = useBankForm(read);
  const { base } = form;
  const save = useBankSave(form, onClose);
  const { conflict } = save;
  const unsaved = form.isChanged ? "Your changes to this question have not been saved." : null;
  const [close, question] = useDiscardGuard(unsaved, () => {
    form.kept.discard();
    onClose();
  });
  const footer = conflict ? (
    <BankConflictFooter conflict={conflict} onTheirs={save.takeTheirs} onMine={save.keepMine} />
  ) : (
    <>
      {base && <RetireButton question={base} onDone={(done) => form.rebase(done, false)} />}
      <Button variant="secondary" onClick={close}>
        {form.isChanged ? "Cancel" : "Close"}
      </Button>
      {(view === "edit" || form.isChanged) && (
        <Button type="submit" form={formId} busy={save.isPending} onClick={() => onView("edit")}>
          {base ? "Save question" : "Create question"}
        </Button>
      )}
    </>
  );
  const content = (
    <>
      {conflict && <BankConflict conflict={conflict} />}
      <div hidden={conflict !== null || view !== "edit"}>
        {base && <Facts question={base} />}
        <TypedNotice kept={form.kept} />
        <QuestionForm id={formId} form={form} onSubmit={save.submit} />
      </div>
    </>
  );
  return (
    <SlideOver
      open
      wide
      onOpenChange={(open) => !open && close()}
      title={base ? <bdi className="line-clamp-2">{nameOf(base)}</bdi> : "New question"}
      footer={footer}
    >
      {base && !conflict ? (
        <Tabs
          segmented
          label="Question"
          value={view}
          onChange={(value) => onView(PANEL_VIEWS.find((known) => known === value) ?? "edit")}
          listClassName="mb-5"
          items={PANEL_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
        >
          {content}
          {view === "versions" && <Versions id={base.id} />}
          {view === "seen" && <SeenBy id={base.id} />}
        </Tabs>
      ) : (
        content
      )}
      {question}
    </SlideOver>
  );
}
