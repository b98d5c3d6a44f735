import { FileCheck, ListChecks, LockKeyhole, RefreshCw, UsersRound } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Test } from "@/api/types";
import { AssignmentsDialog } from "@/features/scoring/reviewing/assignments/AssignmentsDialog";
import { writtenOf } from "@/features/scoring/reviewing/written";
import { RubricDialog } from "@/features/scoring/rubric-form/RubricDialog";
import { testPath } from "@/features/staff-shared/test-path";
import { ConflictView } from "@/features/tests/ConflictView";
import { KeptNotice } from "@/features/tests/KeptNotice";
import { RejudgeDialog } from "@/features/tests/RejudgeDialog";
import { RejudgeProgress } from "@/features/tests/RejudgeProgress";
import { TestForm } from "@/features/tests/TestForm";
import type { TestFormState } from "@/features/tests/useTestForm";
import { formatDate, formatList } from "@/lib/format";
import { languageName } from "@/lib/timeline";
import { Card } from "@/ui/Card";
import { PanelCalendar } from "./CalendarDialog";
import { Clips } from "./ClipsDialog";
import { ConsentDialog } from "./ConsentDialog";
import { ExamBrowserDialog } from "./ExamBrowserDialog";
import { SettingRow } from "./SettingRow";
import { t } from "./settings-texts";

export const FORM_ID = "test-settings";

/** The fields of a test beside its questions, and how it is scored. */
export function SettingsTab({ test, form }: { test: Test; form: TestFormState }) {
  const { edit, conflict } = form;
  return (
    <>
      {conflict.shown && <ConflictView conflict={conflict} shown={conflict.shown} />}
      <div
        hidden={conflict.shown !== null}
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <Card title={t("editTest")} description={t("created", { date: formatDate(test.created_at) })}>
          {edit.keptAt && <KeptNotice at={edit.keptAt} onStartOver={edit.startOver} />}
          <TestForm
            id={FORM_ID}
            translations={<Translated test={test} />}
            fields={edit.fields}
            errorOf={form.errorOf}
            onChange={edit.set}
            onSubmit={() => form.submit()}
          />
          {form.questionsError && (
            <p role="alert" className="mt-4 font-medium text-error text-sm">
              {form.questionsError}
            </p>
          )}
        </Card>
        <div className="grid gap-5">
          <Scoring test={test} />
          <Card flush title={t("candidates")} description={t("scoringText")}>
            <div className="divide-y divide-line">
              <Consent test={test.id} />
              <PanelCalendar test={test.id} />
              <ExamBrowser test={test.id} />
              <Clips test={test.id} />
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}

/** The languages that the test is translated into. */
function Translated({ test }: { test: Test }) {
  const { translated_into: translations = [] } = test;
  return (
    <p className="text-sm">
      {translations.length > 0 &&
        `${t("translatedInto", { languages: formatList(translations.map(languageName)) })} `}
      <Link to={testPath(test.id, "translations")} className="text-primary underline">
        {t(translations.length > 0 ? "translations" : "translate")}
      </Link>
    </p>
  );
}

/** Who scores the answers, by which rubric, and whether code is judged again. */
function Scoring({ test }: { test: Test }) {
  const [opened, setOpened] = useState<"rubrics" | "reviewers" | null>(null);
  const [judging, setJudging] = useState(false);
  const close = () => setOpened(null);
  const written = writtenOf(
    test.questions.map(({ id, type, question }, index) => ({
      id,
      kind: type,
      number: index + 1,
      label: question,
    })),
  );
  const hasTests = test.questions.some(({ tests = [] }) => tests.length > 0);
  if (written.length === 0 && !hasTests) return null;
  return (
    <Card flush title={t("scoring")} description={t("scoringText")}>
      <div className="divide-y divide-line">
        {written.length > 0 && (
          <>
            <SettingRow icon={ListChecks} title={t("rubrics")} onOpen={() => setOpened("rubrics")} />
            <SettingRow icon={UsersRound} title={t("reviewers")} onOpen={() => setOpened("reviewers")} />
          </>
        )}
        {hasTests && <SettingRow icon={RefreshCw} title={t("judgeAgain")} onOpen={() => setJudging(true)} />}
        {hasTests && !judging && <RejudgeProgress test={test.id} className="px-5 py-3" />}
      </div>
      {opened === "rubrics" && <RubricDialog test={test.id} questions={written} onClose={close} />}
      {opened === "reviewers" && <AssignmentsDialog test={test.id} questions={written} onClose={close} />}
      <RejudgeDialog test={test} open={judging} onOpen={setJudging} />
    </Card>
  );
}

/** Whether candidates need Safe Exam Browser. */
function ExamBrowser({ test }: { test: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        icon={LockKeyhole}
        title={t("browser")}
        text={t("browserText")}
        onOpen={() => setOpen(true)}
      />
      {open && <ExamBrowserDialog test={test} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The text that candidates accept before they start. */
function Consent({ test }: { test: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        icon={FileCheck}
        title={t("consentButton")}
        text={t("consentText")}
        onOpen={() => setOpen(true)}
      />
      {open && <ConsentDialog test={test} onClose={() => setOpen(false)} />}
    </>
  );
}
