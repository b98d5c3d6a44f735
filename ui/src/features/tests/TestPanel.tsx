import { FlaskConical } from "lucide-react";
import { useId } from "react";
import { Button } from "@/ui/Button";
import { SlideOver } from "@/ui/SlideOver";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import { t } from "./form-texts";
import { KeptNotice } from "./KeptNotice";
import { QuestionList } from "./QuestionList";
import { TestForm } from "./TestForm";
import { useTestForm } from "./useTestForm";

const NO_STATUS = new Map();

/** The quick form "Create New Test". */
export function TestPanel({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const form = useTestForm(null, () => leave());
  const { edit } = form;
  const leave = () => {
    edit.forget();
    onClose();
  };
  const unsaved = edit.changed ? t("notSaved") : null;
  const [close, question] = useDiscardGuard(unsaved, leave);

  return (
    <SlideOver
      open
      form
      wide
      onOpenChange={(open) => !open && close()}
      title={t("createNew")}
      footer={
        <>
          <div className="me-auto flex">
            <Button variant="ghost" busy={form.isTrying} icon={FlaskConical} onClick={() => form.attempt()}>
              <span className="max-sm:sr-only">{t("tryAsCandidate")}</span>
            </Button>
          </div>
          <div className="flex gap-2">
            <Button variant="secondary" onClick={close}>
              {t("cancel")}
            </Button>
            <Button type="submit" form={formId} busy={form.isSaving}>
              {t("createTest")}
            </Button>
          </div>
        </>
      }
    >
      {edit.keptAt && <KeptNotice at={edit.keptAt} onStartOver={edit.startOver} />}
      <TestForm
        id={formId}
        folded
        fields={edit.fields}
        errorOf={form.errorOf}
        onChange={edit.set}
        onSubmit={() => form.submit()}
      />
      <QuestionList
        content={edit.fields}
        bank={NO_STATUS}
        error={form.questionsError}
        errorsOf={form.errorsOf}
        sectionError={form.sectionError}
        pending={edit.pending}
        onPending={edit.setPending}
        onChange={edit.setContent}
      />
      {question}
    </SlideOver>
  );
}
