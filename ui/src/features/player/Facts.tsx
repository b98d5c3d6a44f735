import type { HistoryOfQuestion } from "@/api/types";
import { factWords, type Moment } from "./facts";
import { t } from "./texts";

interface Props {
  question: HistoryOfQuestion;
  pasted: Moment[];
  onSeek(at: number): void;
}

const keys = (): [string, string][] => [
  [t("keySpace"), t("playPause")],
  ["← →", t("backOn")],
  [t("keyShift"), t("byChange")],
  ["[ ]", t("slowerFaster")],
  ["P", t("toNextPaste")],
  ["C", t("compare")],
];

/** Facts of an answer, and where in it to look. */
export function Facts({ question, pasted, onSeek }: Props) {
  return (
    <div className="space-y-3 text-sm">
      <p className="text-ink-2">{factWords(question).join(". ")}.</p>
      {pasted.length > 0 && (
        <ul aria-label={t("pastes")} className="flex flex-wrap gap-2">
          {pasted.map(({ at, words }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pastes of one result never change
            <li key={index}>
              <button
                type="button"
                onClick={() => onSeek(at)}
                className="min-h-10 rounded-control border border-line px-3 text-ink-2 text-xs tabular-nums hover:border-line-strong hover:text-ink sm:min-h-8"
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted text-xs">
        {keys().map(([key, words], index) => (
          <span key={key}>
            {index > 0 && ", "}
            <kbd className="font-medium font-sans">{key}</kbd>: {words}
          </span>
        ))}
      </p>
    </div>
  );
}
