import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronRight, ListChecks, UsersRound } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import type { RankedQuestion } from "@/api/ranking";
import type { Assignments } from "@/api/types";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { AgreementLine } from "./agreement/AgreementLine";
import { AnonymitySwitch } from "./anonymity/AnonymitySwitch";
import { Progress } from "./assignments/Progress";
import { anonymityQuery, assignmentsQuery } from "./queries";
import { t } from "./texts";
import { writtenOf } from "./written";

const RubricDialog = lazy(() =>
  import("../rubric-form/RubricDialog").then(({ RubricDialog: Component }) => ({ default: Component })),
);
const AssignmentsDialog = lazy(() =>
  import("./assignments/AssignmentsDialog").then(({ AssignmentsDialog: Component }) => ({
    default: Component,
  })),
);

interface Standing {
  /** Names are hidden. */
  hidden: boolean;
  dealing: boolean;
  progress: Assignments["progress"];
}

/** How the review stands, in one line. */
function summaryOf({ hidden, dealing, progress }: Standing): string {
  const left = progress.map(({ full_name, left: open, assigned, done }) => {
    if (open > 0) return t("hasLeft", { name: full_name, count: open, assigned });
    return done > 0 ? t("hasScoredAll", { name: full_name, count: done }) : t("hasNone", { name: full_name });
  });
  return [
    ...(hidden ? [t("namesAreHidden")] : []),
    ...(dealing ? [t("dealing")] : []),
    ...(left.length > 0 ? [`${left.join("; ")}.`] : []),
  ].join(" ");
}

/** How the answers of a test are reviewed: by whom, by which rubric, and whether names are shown. One line, until it is opened. */
export function ReviewingSection({ test, questions }: { test: string; questions: RankedQuestion[] }) {
  const [opened, setOpened] = useState<"rubrics" | "reviewers" | null>(null);
  const assignments = useQuery(assignmentsQuery(test));
  const written = writtenOf(questions);
  const close = () => setOpened(null);
  const [shown, setShown] = useState(false);
  const body = useId();
  const anonymity = useQuery(anonymityQuery(test));
  const icon = "size-4";
  const { dealing = false, progress = [] } = assignments.data ?? {};
  const isAssigned = dealing || progress.length > 0;
  const summary = summaryOf({
    hidden: anonymity.data?.names_hidden ?? false,
    dealing,
    progress,
  });
  return (
    <>
      <section
        aria-label={t("reviewing")}
        className={clsx(
          "min-w-0 rounded-card border border-line bg-surface max-lg:basis-full",
          // Beside the figures while there is nothing to say.
          (shown || summary !== "") && "basis-full",
        )}
      >
        <div
          className={clsx("flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5", !shown && "min-h-full")}
        >
          <h2 className="shrink-0">
            <button
              type="button"
              aria-expanded={shown}
              aria-controls={body}
              onClick={() => setShown(!shown)}
              className="flex min-h-10 items-center gap-2 rounded-control px-2 font-semibold text-base hover:bg-subtle sm:min-h-8"
            >
              <ChevronRight
                aria-hidden="true"
                className={clsx(
                  "rtl:-scale-x-100 size-4 text-muted transition-transform",
                  shown && "rotate-90 rtl:-rotate-90",
                )}
              />
              {t("reviewing")}
            </button>
          </h2>
          {!shown && summary !== "" && (
            <p
              dir="auto"
              className="text-muted text-sm tabular-nums max-md:order-last max-md:basis-full max-md:px-2 max-md:pb-1 md:min-w-48 md:flex-1"
            >
              {summary}
            </p>
          )}
          {written.length > 0 && (
            <div className="ms-auto flex gap-2 max-sm:[&_svg]:hidden">
              <Button
                variant="secondary"
                size="sm"
                icon={<ListChecks aria-hidden="true" className={icon} />}
                onClick={() => setOpened("rubrics")}
              >
                {t("rubrics")}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                icon={<UsersRound aria-hidden="true" className={icon} />}
                onClick={() => setOpened("reviewers")}
              >
                {t("reviewers")}
              </Button>
            </div>
          )}
        </div>
        <div id={body} hidden={!shown} className="space-y-4 border-line border-t p-5">
          {shown && (
            <>
              {!isAssigned && written.length > 0 && <p className="text-muted text-sm">{t("unassigned")}</p>}
              <AnonymitySwitch test={test} />
              {dealing && (
                <p role="status" className="flex items-center gap-2 text-sm">
                  <Spinner className="size-4" /> {t("dealing")}
                </p>
              )}
              <Progress progress={progress} />
              {isAssigned && <AgreementLine test={test} />}
            </>
          )}
        </div>
      </section>
      <Suspense>
        {opened === "rubrics" && <RubricDialog test={test} questions={written} onClose={close} />}
        {opened === "reviewers" && <AssignmentsDialog test={test} questions={written} onClose={close} />}
      </Suspense>
    </>
  );
}
