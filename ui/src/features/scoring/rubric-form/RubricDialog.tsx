import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { rubricQuery } from "../queries";
import { t } from "../rubric/texts";
import { RubricForm } from "./RubricForm";

export interface WrittenQuestion {
  id: string;
  label: string;
}

interface Props {
  test: string;
  /** Essay and coding questions; the first one is shown first. */
  questions: WrittenQuestion[];
  onClose: () => void;
}

/** Edits the rubrics of a test, question by question. */
export function RubricDialog({ test, questions, onClose }: Props) {
  const [question, setQuestion] = useState(questions[0]?.id ?? "");
  const { data, error, refetch, isFetching } = useQuery({
    ...rubricQuery(test, question),
    enabled: question !== "",
  });
  const title = t("rubric");
  const label = questions.find(({ id }) => id === question)?.label;
  const choice = questions.length > 1 && (
    <Field label={t("question")}>
      <Select
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        options={questions.map(({ id, label: text }) => ({ value: id, label: text }))}
      />
    </Field>
  );
  if (data && data.question_id === question) {
    return (
      <RubricForm
        key={question}
        test={test}
        rubric={data}
        title={title}
        description={choice ? undefined : label}
        choice={choice}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      <div className="space-y-4">
        {choice}
        {question === "" && <p className="text-muted text-sm">{t("noWritten")}</p>}
        {error && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
        {!error && question !== "" && <Skeleton className="h-64" />}
      </div>
    </Dialog>
  );
}
