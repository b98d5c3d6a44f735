import { Archive, ArrowLeft, FlaskConical, Send } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import type { Test, TestFunnel } from "@/api/types";
import { funnelWords } from "@/features/staff-shared/funnels";
import { testPath } from "@/features/staff-shared/test-path";
import { TestMenu } from "@/features/tests/TestMenu";
import type { TestFormState } from "@/features/tests/useTestForm";
import { minuteCount, points, questionCount } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { Badge } from "@/ui/Badge";
import { Button, ButtonLink } from "@/ui/Button";
import { t } from "./texts";

interface Props {
  className: string;
  test: Test;
  /** Absent while it loads. */
  funnel: TestFunnel | undefined;
  unsaved: boolean;
  form: TestFormState;
}

/** What stays while the tabs change: title, state, key figures and main actions. */
export function TestHeader({ className, test, funnel, unsaved, form }: Props) {
  const navigate = useNavigate();
  const { may } = useRights();
  return (
    <div className="bg-surface">
      <div className={`${className} pt-1 pb-1.5`}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:gap-x-3 max-sm:gap-y-2">
          <Link
            to="/admin?tab=tests"
            title={t("allTests")}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-control text-ink-2 text-sm hover:text-ink sm:max-lg:basis-full max-lg:hover:underline lg:-me-4 lg:-ms-2 lg:size-8 lg:justify-center lg:hover:bg-subtle"
          >
            <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />
            <span className="lg:sr-only">{t("allTests")}</span>
          </Link>
          <div className="min-w-0 max-w-full flex-1 basis-80 max-sm:order-last max-sm:basis-full lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-4">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <h2 dir="auto" className="min-w-0 break-words font-semibold text-xl">
                {test.title}
              </h2>
              {test.archived && (
                <Badge icon={<Archive aria-hidden="true" className="size-3" />}>{t("archived")}</Badge>
              )}
              {unsaved && (
                <Link to={testPath(test.id, "questions")} className="hover:underline">
                  <Badge tone="amber">{t("unsaved")}</Badge>
                </Link>
              )}
            </div>
            <p className="text-ink-2 text-sm tabular-nums max-lg:mt-1">
              {t("facts", {
                questions: questionCount(test.question_count),
                points: points(test.total_points),
                minutes: minuteCount(test.duration_minutes),
              })}
              {funnel && (
                <>
                  {" · "}
                  {funnelWords(funnel)}
                  {funnel.waiting_for_review > 0 && t("toScore", { count: funnel.waiting_for_review })}
                </>
              )}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2 max-sm:[&>*]:px-2.5!">
            {!test.archived && may("invite", test.id) && (
              <ButtonLink
                to={`${testPath(test.id, "people")}?send=1`}
                icon={<Send aria-hidden="true" className="rtl:-scale-x-100 size-4 max-sm:hidden" />}
              >
                {t("invite")}
              </ButtonLink>
            )}
            {may("author", test.id) && (
              <Button
                variant="secondary"
                busy={form.isTrying}
                icon={<FlaskConical aria-hidden="true" className="size-4 max-sm:hidden" />}
                onClick={() => form.attempt()}
              >
                {t("tryAsCandidate")}
              </Button>
            )}
            <TestMenu test={test} page={{ unsaved, onDeleted: () => navigate("/admin?tab=tests") }} />
          </div>
        </div>
      </div>
    </div>
  );
}
