import { CircleCheckBig, ListChecks } from "lucide-react";
import { useFunnels } from "@/features/staff-shared/funnels";
import { useTestOptions } from "@/features/staff-shared/queries";
import { kindLabel, points } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Field } from "@/ui/Field";
import { QueryError } from "@/ui/QueryError";
import { Select } from "@/ui/Select";
import { SkeletonList } from "@/ui/Skeleton";
import { useAiTexts } from "./agreement/agreement";
import { QuestionReview } from "./QuestionReview";
import { useReviewedQuestions } from "./queries";
import { useMarkersTexts } from "./reviewing/agreement/MarkersAgreement";
import { t } from "./texts";

function Agreement({ who, text }: { who: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <span className="block text-ink-2 text-xs tabular-nums">
      <span className="font-medium">{who}</span> {text}
    </span>
  );
}

interface QuestionsProps {
  test: string;
  /** The test with most to score beside this one. */
  next: { value: string; label: string } | undefined;
  onChoose: (question: string) => void;
  onTest: (test: string) => void;
}

function Questions({ test, next, onChoose, onTest }: QuestionsProps) {
  const { data, error, refetch, isFetching } = useReviewedQuestions(test);
  const markers = useMarkersTexts(test);
  const ai = useAiTexts(test);
  if (error && !data) {
    return <QueryError title={t("questionsNotLoaded")} {...{ error, refetch, isFetching }} />;
  }
  if (!data) return <SkeletonList rows={3} label={t("loadingQuestions")} />;
  if (data.questions.length === 0) {
    return <EmptyState icon={<CircleCheckBig />} title={t("nothingByHand")} text={t("nothingByHandText")} />;
  }
  const isDone = data.questions.every(({ pending }) => pending === 0);
  return (
    <>
      {isDone && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-3">
          <p className="flex min-w-0 flex-1 items-center gap-2 font-medium text-sm">
            <CircleCheckBig aria-hidden="true" className="size-4 shrink-0 text-success" />
            {t("testScored")}
          </p>
          {next && (
            <Button variant="secondary" className="max-w-full" onClick={() => onTest(next.value)}>
              <span dir="auto" className="truncate">
                {t("nextTest", { label: next.label })}
              </span>
            </Button>
          )}
        </div>
      )}
      <ul className="divide-y divide-line">
        {data.questions.map((question) => (
          <li key={question.question_id}>
            <button
              type="button"
              onClick={() => onChoose(question.question_id)}
              className="flex w-full items-center gap-4 px-5 py-3.5 text-start outline-offset-[-2px] transition-colors hover:bg-subtle"
            >
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-2 font-medium">
                  <span className="text-muted tabular-nums">{question.number}.</span> {question.question}
                </span>
                <span className="mt-0.5 block text-muted text-xs tabular-nums">
                  {kindLabel(question.question_type)}, {points(question.points)}
                </span>
                <Agreement who={t("twoMarkers")} text={markers(question.question_id)} />
                <Agreement who={t("aiAndPeople")} text={ai(question.question_id)} />
              </span>
              <Badge tone={question.pending > 0 ? "amber" : "green"} className="tabular-nums">
                {question.pending > 0
                  ? t("pendingOf", { pending: question.pending, total: question.total })
                  : t("allScored", { total: question.total })}
              </Badge>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The tests, those with most to score first. */
function useTestsToScore() {
  const { options, groups, isPending } = useTestOptions();
  const funnels = useFunnels();
  const waiting = new Map(funnels.data?.map((one) => [one.test_id, one.waiting_for_review]));
  const countOf = (id: string) => waiting.get(id) ?? 0;
  const counted = (list: typeof options) =>
    list
      .toSorted((a, b) => countOf(b.value) - countOf(a.value))
      .map(({ value, label }) => ({
        value,
        label: countOf(value) > 0 ? t("labelToScore", { label, count: countOf(value) }) : label,
      }));
  const sorted = counted(options);
  return {
    options: sorted,
    groups: groups.map((group) => ({ ...group, options: counted(group.options) })),
    isPending: isPending || funnels.isPending,
    /** The one with most to score, apart from another. */
    most: (but?: string) => sorted.find(({ value }) => value !== but && countOf(value) > 0),
  };
}

/** Scoring question by question across all candidates: fairer and faster than submission by submission. */
export function ByQuestion() {
  const { params, change } = useUrlState();
  const { options, groups, isPending, most } = useTestsToScore();
  const test = params.get("test") ?? most()?.value ?? "";
  const question = params.get("question");
  const choose = (id: string) => change({ test, question: id });
  if (test && question) {
    return (
      <QuestionReview
        key={question}
        test={test}
        question={question}
        onChoose={choose}
        onBack={() => change({ question: null })}
      />
    );
  }
  return (
    <div className="space-y-4">
      <Field label={t("test")} className="max-w-md">
        <Select
          value={test}
          disabled={isPending}
          {...(test === "" && { placeholder: isPending ? t("loadingTestsHere") : t("selectTest") })}
          onChange={(event) => change({ test: event.target.value }, { replace: true })}
          options={options}
          groups={groups}
        />
      </Field>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        {test && (
          <Questions
            test={test}
            next={most(test)}
            onChoose={choose}
            onTest={(id) => change({ test: id }, { replace: true })}
          />
        )}
        {!test && isPending && <SkeletonList rows={3} label={t("loadingTests")} />}
        {!test && !isPending && (
          <EmptyState icon={<ListChecks />} title={t("chooseTest")} text={t("chooseTestText")} />
        )}
      </div>
    </div>
  );
}
