import { useQuery } from "@tanstack/react-query";
import type { Assignments } from "@/api/types";
import { formatDateTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { TypedNotice } from "@/ui/TypedNotice";
import { useDiscardGuard } from "@/ui/useDiscardGuard";
import type { WrittenQuestion } from "../../rubric-form/RubricDialog";
import { assignmentsQuery } from "../queries";
import { t } from "../texts";
import { Outcome } from "./Outcome";
import { ScopeFields } from "./ScopeFields";
import { useAssignments } from "./useAssignments";

/** Poll interval in ms while answers are being assigned. */
const DEALING_MS = 2_000;

interface Props {
  test: string;
  /** Essay and coding questions. */
  questions: WrittenQuestion[];
  onClose: () => void;
}

function Form({ test, questions, stored, onClose }: Props & { stored: Assignments }) {
  const form = useAssignments(test, stored);
  const { scopes, setScopes, conflict, isSaving } = form;
  const [close, discard] = useDiscardGuard(form.isDirty ? t("assignmentsUnsaved") : null, () => {
    form.kept.discard();
    onClose();
  });
  const labelOf = (id: string | null) =>
    id === null
      ? t("wholeTest")
      : (questions.find((question) => question.id === id)?.label ?? t("removedQuestion"));
  const free = questions.filter(({ id }) => scopes.every(({ question_id }) => question_id !== id));
  if (form.isSaved)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t("reviewersOf")}
        description={t("assignmentsSaved")}
        footer={<Button onClick={onClose}>{t("done")}</Button>}
      >
        <Outcome stored={stored} scopes={scopes} />
      </Dialog>
    );
  return (
    <Dialog
      open
      size="lg"
      locked={isSaving}
      onOpenChange={(open) => !open && close()}
      title={t("reviewersOf")}
      description={t("assignText")}
      footer={
        <>
          <Button variant="secondary" disabled={isSaving} onClick={close}>
            {t("cancel")}
          </Button>
          <Button
            busy={isSaving}
            disabled={!form.isDirty || !form.isValid || conflict !== null}
            onClick={form.save}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TypedNotice kept={form.kept} />
        {scopes.map((scope) => (
          <ScopeFields
            key={scope.question_id}
            label={labelOf(scope.question_id)}
            scope={scope}
            people={stored.people}
            error={form.refused(scope)}
            onChange={(changed) => setScopes(scopes.map((old) => (old === scope ? changed : old)))}
            onRemove={
              scope.question_id === null
                ? undefined
                : () => setScopes(scopes.filter((other) => other !== scope))
            }
          />
        ))}
        {free.length > 0 && (
          <Field label={t("ownReviewers")} hint={t("ownReviewersHint")}>
            <Select
              value=""
              placeholder={t("selectQuestion")}
              options={free.map(({ id, label }) => ({ value: id, label }))}
              onChange={({ target: { value } }) =>
                value && setScopes([...scopes, { question_id: value, members: {} }])
              }
            />
          </Field>
        )}
        <p className="text-muted text-sm">{t("sharesText")}</p>
        {form.error && (
          <p role="alert" className="font-medium text-error text-sm">
            {form.error}
          </p>
        )}
        {conflict && (
          <div role="alert" className="toned tone-amber space-y-2 rounded-control p-3 text-sm">
            <p>
              {conflict.at
                ? t.rich("assignmentsChangedAt", {
                    by: <bdi key="by">{conflict.by}</bdi>,
                    at: formatDateTime(conflict.at),
                  })
                : t.rich("assignmentsChanged", { by: <bdi key="by">{conflict.by}</bdi> })}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" onClick={form.takeTheirs}>
                {t("takeTheirs")}
              </Button>
              <Button size="sm" onClick={form.keepMine}>
                {t("keepMine")}
              </Button>
            </div>
          </div>
        )}
      </div>
      {discard}
    </Dialog>
  );
}

/** Assigns the answers of a test: all of it, or by question, in shares. */
export function AssignmentsDialog(props: Props) {
  const { data, error, refetch, isFetching } = useQuery({
    ...assignmentsQuery(props.test),
    // Also where the event that reports the end of it is lost.
    refetchInterval: ({ state }) => (state.data?.dealing ? DEALING_MS : false),
  });
  if (data) return <Form {...props} stored={data} />;
  return (
    <Dialog open size="lg" onOpenChange={props.onClose} title={t("reviewersOf")}>
      {error ? (
        <QueryError title={t("assignmentsNotLoaded")} {...{ error, refetch, isFetching }} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}
