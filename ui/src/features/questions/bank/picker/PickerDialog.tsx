import { SearchX } from "lucide-react";
import { useState } from "react";
import type { BankQuestion } from "@/api/types";
import { t } from "@/features/questions/bank/texts";
import { kindLabel, points } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { EmptyState } from "@/ui/EmptyState";
import { LoadMore } from "@/ui/LoadMore";
import { QueryError } from "@/ui/QueryError";
import { SkeletonList } from "@/ui/Skeleton";
import { Tags } from "../Badges";
import { BankFilterBar } from "../BankFilterBar";
import { type BankFilters, isFiltered, NO_FILTERS } from "../filters";
import { difficultyLabel, summaryOf } from "../labels";
import { useBank } from "../queries";

interface Props {
  title: string;
  /** Chosen from the start. */
  chosen?: readonly string[];
  /** Cannot be chosen: they are already in the test. */
  excluded?: readonly string[];
  busy?: boolean;
  /** The label of the button for a number of chosen questions. */
  action: (count: number) => string;
  onPick: (ids: string[]) => void;
  onClose: () => void;
}

interface RowProps {
  question: BankQuestion;
  checked: boolean;
  excluded: boolean;
  onToggle: () => void;
}

function Row({ question, checked, excluded, onToggle }: RowProps) {
  const { title, type, tags = [], difficulty } = question;
  const summary = summaryOf(question);
  const facts = [
    kindLabel(type),
    points(question.points),
    difficulty && difficultyLabel(difficulty),
    excluded && t("alreadyInTest"),
  ];
  return (
    <li className="has-checked:bg-primary/6 has-disabled:opacity-60">
      <label className="flex items-start gap-3 px-3 py-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-primary"
          checked={checked}
          disabled={excluded}
          onChange={onToggle}
        />
        <span className="min-w-0 flex-1 text-sm">
          <span dir="auto" className="line-clamp-2 font-medium">
            {title || summary}
          </span>
          {title && summary !== title && (
            <span dir="auto" className="line-clamp-1 text-muted text-xs">
              {summary}
            </span>
          )}
          <span className="block text-muted text-xs">{facts.filter(Boolean).join(", ")}</span>
        </span>
      </label>
      {tags.length > 0 && (
        <div className="-mt-1 px-3 pb-2.5 ps-10">
          <Tags tags={tags} />
        </div>
      )}
    </li>
  );
}

/** Ready questions of the bank, of which any number can be chosen. */
export function PickerDialog(props: Props) {
  const { title, chosen = [], excluded = [], busy = false, action, onPick, onClose } = props;
  const [filters, setFilters] = useState(NO_FILTERS);
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const query = useBank({ ...filters, state: "ready" });
  const { data, error, refetch, isFetching, isPlaceholderData } = query;
  const questions = data?.pages.flatMap((page) => page.items);
  const toggle = (id: string) =>
    setPicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <Dialog
      open
      size="lg"
      locked={busy}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <p aria-live="polite" className="me-auto self-center text-muted text-sm tabular-nums">
            {t("countChosen", { count: picked.length })}
          </p>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button busy={busy} disabled={picked.length === 0} onClick={() => onPick([...picked])}>
            {action(picked.length)}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <BankFilterBar
          readyOnly
          filters={filters}
          onChange={(changes: Partial<BankFilters>) => setFilters((before) => ({ ...before, ...changes }))}
        />
        <div
          aria-busy={isPlaceholderData}
          className={`min-h-60 overflow-hidden rounded-control border border-line ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          {error && !data && <QueryError title={t("notLoaded")} {...{ error, refetch, isFetching }} />}
          {!data && !error && <SkeletonList rows={4} label={t("loading")} />}
          {questions?.length === 0 && (
            <EmptyState
              icon={<SearchX />}
              title={isFiltered(filters) ? t("noReadyMatch") : t("noReady")}
              text={t("noReadyText")}
            />
          )}
          {questions && questions.length > 0 && (
            <ul aria-label={t("readyQuestions")} className="divide-y divide-line">
              {questions.map((question) => (
                <Row
                  key={question.id}
                  question={question}
                  checked={picked.includes(question.id)}
                  excluded={excluded.includes(question.id)}
                  onToggle={() => toggle(question.id)}
                />
              ))}
            </ul>
          )}
        </div>
        <LoadMore query={query} />
      </div>
    </Dialog>
  );
}
