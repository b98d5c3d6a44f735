import {
  Archive,
  ArchiveRestore,
  ChartColumn,
  Copy,
  Download,
  Eye,
  FlaskConical,
  ListChecks,
  MoreHorizontal,
  RefreshCw,
  Trash2,
  UsersRound,
} from "lucide-react";
import { useState } from "react";
import type { Test } from "@/api/types";
import { ExportDialog } from "@/features/questions/files/ExportDialog";
import { EXPORT_FORMATS, useExport } from "@/features/questions/files/useExport";
import { AssignmentsDialog } from "@/features/scoring/reviewing/assignments/AssignmentsDialog";
import { writtenOf } from "@/features/scoring/reviewing/written";
import { RubricDialog } from "@/features/scoring/rubric-form/RubricDialog";
import { IconButton } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { DeleteTestDialog } from "./DeleteTestDialog";
import { PaperDialog } from "./paper/PaperDialog";
import { RejudgeDialog } from "./RejudgeDialog";
import { useTrial } from "./trial/useTrial";
import { useShelf } from "./useShelf";

/** Actions that are rarely needed, and those that delete. */
export function TestMenu({ test, onStatistics }: { test: Test; onStatistics: () => void }) {
  const [deleting, setDeleting] = useState<"plain" | "force" | null>(null);
  const [judging, setJudging] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [reviewing, setReviewing] = useState<"rubrics" | "reviewers" | null>(null);
  const written = writtenOf(
    test.questions.map(({ id, type, question }, index) => ({
      id,
      kind: type,
      number: index + 1,
      label: question,
    })),
  );
  const save = useExport(test);
  const shelf = useShelf();
  const trial = useTrial();
  const hasTests = test.questions.some(({ tests = [] }) => tests.length > 0);
  const bin = <Trash2 aria-hidden="true" className="size-4" />;
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More actions" busy={save.isPending || shelf.isPending || trial.isPending}>
            <MoreHorizontal aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[
          {
            label: "Statistics",
            icon: <ChartColumn aria-hidden="true" className="size-4 text-muted" />,
            onSelect: onStatistics,
          },
          {
            label: "Try as candidate",
            icon: <FlaskConical aria-hidden="true" className="size-4 text-muted" />,
            onSelect: () => trial.start({ test: test.id }),
          },
          {
            label: "Preview a paper",
            icon: <Eye aria-hidden="true" className="size-4 text-muted" />,
            onSelect: () => setPreviewing(true),
          },
          ...(written.length > 0
            ? [
                {
                  label: "Rubrics",
                  icon: <ListChecks aria-hidden="true" className="size-4 text-muted" />,
                  onSelect: () => setReviewing("rubrics"),
                },
                {
                  label: "Reviewers",
                  icon: <UsersRound aria-hidden="true" className="size-4 text-muted" />,
                  onSelect: () => setReviewing("reviewers"),
                },
              ]
            : []),
          {
            label: "Copy",
            separated: true,
            icon: <Copy aria-hidden="true" className="size-4 text-muted" />,
            onSelect: () => shelf.copy.mutate(test.id),
          },
          {
            label: test.archived ? "Restore from the archive" : "Archive",
            icon: test.archived ? (
              <ArchiveRestore aria-hidden="true" className="size-4 text-muted" />
            ) : (
              <Archive aria-hidden="true" className="size-4 text-muted" />
            ),
            onSelect: () => (test.archived ? shelf.unarchive : shelf.archive).mutate(test.id),
          },
          ...EXPORT_FORMATS.map(({ format, label }, index) => ({
            label,
            icon: <Download aria-hidden="true" className="size-4 text-muted" />,
            separated: index === 0,
            onSelect: () => save.start(format),
          })),
          ...(hasTests
            ? [
                {
                  label: "Judge code again",
                  icon: <RefreshCw aria-hidden="true" className="size-4 text-muted" />,
                  separated: true,
                  onSelect: () => setJudging(true),
                },
              ]
            : []),
          { label: "Delete Test", icon: bin, separated: true, onSelect: () => setDeleting("plain") },
          { label: "Force Delete All", icon: bin, danger: true, onSelect: () => setDeleting("force") },
        ]}
      />
      {previewing && <PaperDialog test={test} onClose={() => setPreviewing(false)} />}
      {reviewing === "rubrics" && (
        <RubricDialog test={test.id} questions={written} onClose={() => setReviewing(null)} />
      )}
      {reviewing === "reviewers" && (
        <AssignmentsDialog test={test.id} questions={written} onClose={() => setReviewing(null)} />
      )}
      <ExportDialog exporting={save} />
      <RejudgeDialog test={test} open={judging} onOpen={setJudging} />
      <DeleteTestDialog test={test} mode={deleting} onMode={setDeleting} />
    </>
  );
}
