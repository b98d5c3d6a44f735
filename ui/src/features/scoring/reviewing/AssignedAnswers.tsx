import { CircleCheckBig, Inbox } from "lucide-react";
import type { ToReview } from "@/api/types";
import { kindLabel, points } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { Badge } from "@/ui/Badge";
import { EmptyState } from "@/ui/EmptyState";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { NamesHidden } from "../NamesHidden";
import { MarkingReview } from "./MarkingReview";
import { useAssigned } from "./queries";
import { t } from "./texts";

/** The questions under their tests, in the order of the server. */
export function byTest(questions: ToReview[]): { id: string; title: string; questions: ToReview[] }[] {
  const tests = new Map<string, { id: string; title: string; questions: ToReview[] }>();
  for (const question of questions) {
    const { test_id: id, test_title: title } = question;
    const test = tests.get(id) ?? { id, title, questions: [] };
    test.questions.push(question);
    tests.set(id, test);
  }
  return [...tests.values()];
}

function Row({ question, onChoose }: { question: ToReview; onChoose: () => void }) {
  const { left, done } = question;
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-4 px-5 py-3.5 text-start outline-offset-[-2px] transition-colors hover:bg-subtle"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="line-clamp-2 font-medium">
            <span className="text-muted tabular-nums">{question.number}.</span> {question.question}
          </span>
          <span className="mt-0.5 block text-muted text-xs tabular-nums">
            {kindLabel(question.question_type)}, {points(question.points)}
          </span>
        </span>
        <Badge tone={left > 0 ? "amber" : "green"} className="tabular-nums">
          {left > 0 ? t("leftOf", { left, total: left + done }) : t("allScored", { count: done })}
        </Badge>
      </button>
    </li>
  );
}

function Lists() {
  const { change } = useUrlState();
  const { data, error, refetch, isFetching } = useAssigned();
  if (error && !data) {
    return <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />;
  }
  if (!data) return <SkeletonList rows={3} label={t("loading")} />;
  const { left, done, questions } = data;
  if (left + done === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <EmptyState icon={<Inbox />} title={t("nothingAssigned")} text={t("nothingAssignedText")} />
      </div>
    );
  }
  return (
    <div className="space-y-4">
      <p aria-live="polite" className="text-sm tabular-nums">
        {left > 0
          ? t.rich("leftScored", {
              count: left,
              done,
              b: (inside) => <strong className="font-semibold">{inside}</strong>,
            })
          : t("scoredCount", { count: done })}
      </p>
      {left === 0 && (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState icon={<CircleCheckBig />} title={t("allCaughtUp")} text={t("allCaughtUpText")} />
        </div>
      )}
      {byTest(questions).map((test) => (
        <section key={test.id} aria-label={test.title}>
          <h2 dir="auto" className="mb-2 font-semibold text-base">
            {test.title}
          </h2>
          {test.questions.some(({ names_hidden }) => names_hidden) && <NamesHidden />}
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {test.questions.map((question) => (
              <Row
                key={question.question_id}
                question={question}
                onChoose={() =>
                  change({
                    test: test.id,
                    question: question.question_id,
                    show: question.left === 0 ? "all" : null,
                  })
                }
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The answers that the signed-in account scores. */
export function AssignedAnswers() {
  const { params, change } = useUrlState();
  const test = params.get("test");
  const question = params.get("question");
  if (test && question) {
    return (
      <MarkingReview
        key={`${test} ${question}`}
        test={test}
        question={question}
        onBack={() => change({ test: null, question: null, show: null })}
      />
    );
  }
  return <Lists />;
}
