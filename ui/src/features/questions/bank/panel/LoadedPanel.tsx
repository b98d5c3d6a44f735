import { useId } from "react";
import type { BankQuestionDetail } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
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
        <span className="tabular-nums">{t("versionNumber", { version })}</span>
        <span>
          {updated_by
            ? t.rich("lastChangedBy", { date: formatDateTime(updated_at), name: <bdi>{updated_by}</bdi> })
            : t("lastChanged", { date: formatDateTime(updated_at) })}
        </span>
      </p>
      {tests.length > 0 && (
        <p>
          {t.rich("usedIn", {
            tests: tests.map(({ id, title }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <bdi>{title}</bdi>
              </span>
            )),
          })}
        </p>
      )}
      <Usage id={question.id} />
    </div>
  );
}

const VIEW_LABELS = { edit: "question", versions: "versions", seen: "whoSaw" } as const;

export function LoadedPanel({ read, view: asked, onView, onClose }: Props) {
  const { mayAll } = useRights();
  // Candidates are named to those who read results.
  const views = PANEL_VIEWS.filter((known) => known !== "seen" || mayAll("read_results"));
  const view = views.find((known) => known === asked) ?? "edit";
  const formId = useId();
  const form = useBankForm(read);
  const { base } = form;
  const save = useBankSave(form, onClose);
  const { conflict } = save;
  const unsaved = form.isChanged ? t("notSavedChanges") : null;
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
        {form.isChanged ? t("cancel") : t("close")}
      </Button>
      {(view === "edit" || form.isChanged) && (
        <Button type="submit" form={formId} busy={save.isPending} onClick={() => onView("edit")}>
          {base ? t("save") : t("create")}
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
      form={!base}
      onOpenChange={(open) => !open && close()}
      title={base ? <bdi className="line-clamp-2">{nameOf(base)}</bdi> : t("newQuestion")}
      footer={footer}
    >
      {base && !conflict ? (
        <Tabs
          segmented
          label={t("question")}
          value={view}
          onChange={(value) => onView(views.find((known) => known === value) ?? "edit")}
          listClassName="mb-5"
          items={views.map((value) => ({ value, label: t(VIEW_LABELS[value]) }))}
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
