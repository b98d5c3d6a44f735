import { useQuery } from "@tanstack/react-query";
import { ListChecks, UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Spinner } from "@/ui/Spinner";
import type { RankedQuestion } from "../ranking/wire";
import { AgreementLine } from "./agreement/AgreementLine";
import { Progress } from "./assignments/Progress";
import { assignmentsQuery } from "./queries";
import { writtenOf } from "./written";

const RubricDialog = lazy(() =>
  import("../rubrics/RubricDialog").then(({ RubricDialog: Component }) => ({ default: Component })),
);
const AssignmentsDialog = lazy(() =>
  import("./assignments/AssignmentsDialog").then(({ AssignmentsDialog: Component }) => ({
    default: Component,
  })),
);

/** How the answers of a test are reviewed: by whom and by which rubric. */
export function ReviewingSection({ test, questions }: { test: string; questions: RankedQuestion[] }) {
  const [opened, setOpened] = useState<"rubrics" | "reviewers" | null>(null);
  const assignments = useQuery(assignmentsQuery(test));
  const written = writtenOf(questions);
  const close = () => setOpened(null);
  if (written.length === 0) return null;
  const icon = "size-4";
  const { dealing = false, progress = [] } = assignments.data ?? {};
  const hasBody = dealing || progress.length > 0;
  return (
    <>
      <Card
        title="Reviewing"
        description={
          hasBody
            ? undefined
            : "Administrators score the written answers, until they are assigned to someone."
        }
        actions={
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              icon={<ListChecks aria-hidden="true" className={icon} />}
              onClick={() => setOpened("rubrics")}
            >
              Rubrics
            </Button>
            <Button
              variant="secondary"
              size="sm"
              icon={<UsersRound aria-hidden="true" className={icon} />}
              onClick={() => setOpened("reviewers")}
            >
              Reviewers
            </Button>
          </div>
        }
      >
        {hasBody && (
          <div className="space-y-4">
            {dealing && (
              <p role="status" className="flex items-center gap-2 text-sm">
                <Spinner className="size-4" /> Answers are being dealt.
              </p>
            )}
            <Progress progress={progress} />
            <AgreementLine test={test} />
          </div>
        )}
      </Card>
      <Suspense>
        {opened === "rubrics" && <RubricDialog test={test} questions={written} onClose={close} />}
        {opened === "reviewers" && <AssignmentsDialog test={test} questions={written} onClose={close} />}
      </Suspense>
    </>
  );
}
