import { KeyRound } from "lucide-react";
import { Link } from "react-router-dom";
import type { QuestionStatistics } from "@/api/types";
import { kindLabel, points, spent, withDecimalMark } from "@/lib/format";
import { wholePercent } from "@/lib/score";
import { Badge } from "@/ui/Badge";
import { withBlanks } from "@/ui/rich-text/gaps";
import { type Column, Table } from "@/ui/Table";
import { rankingPath } from "../ranking/path";
import { QuestionByLanguage } from "./ByLanguage";
import { difficulty, discrimination } from "./labels";
import { Chosen, OutcomeWords } from "./Outcomes";
import { t } from "./texts";

function Difficulty({ question }: { question: QuestionStatistics }) {
  if (question.answered === 0 || question.share_correct == null) return <span className="text-muted">–</span>;
  const { label, tone } = difficulty(question.share_correct);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-11 whitespace-nowrap text-end tabular-nums">
        {wholePercent(question.share_correct * 100)}
      </span>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

function Discrimination({ question }: { question: QuestionStatistics }) {
  const verdict = discrimination(question.discrimination);
  if (!verdict) return <span className="text-muted">{t("tooFew")}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-11 whitespace-nowrap text-end tabular-nums">
        {question.discrimination != null && withDecimalMark(question.discrimination.toFixed(2))}
      </span>
      <Badge tone={verdict.tone}>{verdict.label}</Badge>
    </span>
  );
}

function TimeSpent({ question }: { question: QuestionStatistics }) {
  if (question.mean_seconds == null) return <span className="text-muted">–</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {spent(question.mean_seconds)} <span className="text-muted">/ {spent(question.median_seconds)}</span>
    </span>
  );
}

interface OfTest {
  test: string;
  question: QuestionStatistics;
}

/** Strong candidates choose another option: the key is probably wrong. */
function CheckKey({ test, question }: OfTest) {
  return (
    <p className="my-1 flex flex-wrap items-center gap-2 text-sm">
      <Badge tone="amber" icon={<KeyRound aria-hidden="true" className="size-3" />}>
        {t("checkKey")}
      </Badge>
      <span className="text-ink-2">{t("strongChoose")}</span>
      <Link
        className="text-primary underline"
        to={`${rankingPath(test)}?view=matrix&repair=${encodeURIComponent(question.id)}`}
      >
        {t("repairKey")}
      </Link>
    </p>
  );
}

function Question({ test, question }: OfTest) {
  return (
    <div className="min-w-0">
      <p dir="auto" className="line-clamp-2 max-w-2xl">
        <span className="text-muted tabular-nums">{question.number}.</span>{" "}
        {question.type === "gaps" ? withBlanks(question.question) : question.question}
      </p>
      <p className="mt-0.5 text-muted text-xs tabular-nums">
        <span>{`${kindLabel(question.type)}, ${points(question.points)}`}</span> ·{" "}
        <OutcomeWords question={question} />
      </p>
      {question.versions && (
        <p className="text-muted text-xs">{t("versions", { count: question.versions })}</p>
      )}
      {question.check_key && <CheckKey test={test} question={question} />}
      <Chosen question={question} />
      <QuestionByLanguage question={question} />
    </div>
  );
}

export function QuestionTable({ test, questions }: { test: string; questions: QuestionStatistics[] }) {
  // A column that says "too few answers" in each row says nothing.
  const isMeasured = questions.some((question) => question.discrimination != null);
  const name = (question: QuestionStatistics) => <Question test={test} question={question} />;
  const columns: Column<QuestionStatistics>[] = [
    { key: "question", header: t("question"), className: "w-full", cell: name },
    {
      key: "answered",
      header: t("answered"),
      align: "right",
      className: "tabular-nums",
      cell: (question) => question.answered,
    },
    { key: "difficulty", header: t("earned"), cell: (question) => <Difficulty question={question} /> },
    ...(isMeasured
      ? [
          {
            key: "discrimination",
            header: t("discrimination"),
            cell: (question: QuestionStatistics) => <Discrimination question={question} />,
          },
        ]
      : []),
    {
      key: "time",
      header: t("timeSpent"),
      align: "right",
      cell: (question) => <TimeSpent question={question} />,
    },
  ];
  return (
    <Table
      caption={t("questions")}
      columns={columns}
      rows={questions}
      rowKey={(question) => question.id}
      card={(question) => (
        <div className="space-y-2">
          {name(question)}
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-sm">
            <dt className="text-muted text-xs">{t("answered")}</dt>
            <dd>{t("times", { count: question.answered })}</dd>
            <dt className="text-muted text-xs">{t("earned")}</dt>
            <dd>
              <Difficulty question={question} />
            </dd>
            {isMeasured && (
              <>
                <dt className="text-muted text-xs">{t("discrimination")}</dt>
                <dd>
                  <Discrimination question={question} />
                </dd>
              </>
            )}
            <dt className="text-muted text-xs">{t("timeSpent")}</dt>
            <dd>
              <TimeSpent question={question} />
            </dd>
          </dl>
        </div>
      )}
    />
  );
}
