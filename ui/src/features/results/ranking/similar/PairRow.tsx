import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { SimilarPair } from "@/api/ranking";
import { formatDateTime } from "@/lib/format";
import { useRights } from "@/lib/rights";
import { Button } from "@/ui/Button";
import { t } from "../tool-texts";
import { type Finding, shareWords } from "./labels";
import { PairView } from "./PairView";

interface Props {
  test: string;
  pair: SimilarPair;
  open: boolean;
  busy: boolean;
  onToggle: () => void;
  onFind: (finding: Finding | null) => void;
}

const CHOICES: Finding[] = ["discussed", "no_finding"];

export function PairRow({ test, pair, open, busy, onToggle, onFind }: Props) {
  const finds = useRights().may("decide", test);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex min-h-10 min-w-0 flex-1 basis-72 items-start gap-2 text-start text-sm"
        >
          <Chevron aria-hidden="true" className="rtl:-scale-x-100 mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="font-medium">
              {t.rich("twoNames", {
                first: <bdi key="first">{pair.first.applicant_name}</bdi>,
                second: <bdi key="second">{pair.second.applicant_name}</bdi>,
              })}
            </span>
            <span
              dir="auto"
              className={clsx("block break-words text-muted text-xs", !open && "line-clamp-3")}
            >
              {pair.question_number !== null && `${t("questionNumber", { number: pair.question_number })} `}
              {pair.question ?? t("lostQuestion")}
            </span>
          </span>
        </button>
        <span className="text-sm tabular-nums">
          {t.rich("alike", {
            share: shareWords(pair.score),
            small: (inside) => <span className="text-muted text-xs">{inside}</span>,
          })}
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {CHOICES.map((choice) => (
            <Button
              key={choice}
              size="sm"
              variant={pair.finding === choice ? "primary" : "secondary"}
              aria-pressed={pair.finding === choice}
              disabled={busy || !finds}
              onClick={() => onFind(pair.finding === choice ? null : choice)}
            >
              {t(choice)}
            </Button>
          ))}
        </span>
        {pair.found_at !== null && (
          <p className="-mt-1 w-full ps-6 text-muted text-xs">
            <bdi>{pair.found_by}</bdi>, {formatDateTime(pair.found_at)}
          </p>
        )}
      </div>
      {open && <PairView test={test} pair={pair} />}
    </li>
  );
}
