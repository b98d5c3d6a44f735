import { useQuery } from "@tanstack/react-query";
import { ListChecks, UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Spinner } from "@/ui/Spinner";
import type { RankedQuestion } from "../ranking/wire";
import { AgreementLine } from "./agreement/AgreementLine";
import { AnonymitySwitch } from "./anonymity/AnonymitySwitch";
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

/** How the answers of a test are reviewed: by whom, by which rubric, and whether names are shown. */
export function ReviewingSection({ test, questions }: { test: string; questions: RankedQuestion[] }) {
  const [opened, setOpened] = useState<"rubrics" | "reviewers" | null>(null);
  const assignments = useQuery(assignmentsQuery(test));
  const written = writtenOf(questions);
  const close = () => setOpened(null);
  const icon = "size-4";
  const { dealing = false, progress = [] } = assignments.data ?? {};
  const isAssigned = dealing || progress.length > 0;
  return (
    <>
      <Card
        title="Reviewing"
        description={
          isAssigned || written.length === 0
            ? undefined
            : "Administrators score the written answers, until they are assigned to someone."
        }
        actions={
          written.length > 0 && (
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
          )
        }
      >
        <div className="space-y-4">
          <AnonymitySwitch test={test} />
          {dealing && (
            <p role="status" className="flex items-center gap-2 text-sm">
              <Spinner className="size-4" /> Answers are being assigned.
            </p>
          )}
          <Progress progress={progress} />
          {isAssigned && <AgreementLine test={test} />}
        </div>
      </Card>
      <Suspense>
        {opened === "rubrics" && <RubricDialog test={test} questions={written} onClose={close} />}
        {opened === "reviewers" && <AssignmentsDialog test={test} questions={written} onClose={close} />}
      </Suspense>
    </>
  );
}
