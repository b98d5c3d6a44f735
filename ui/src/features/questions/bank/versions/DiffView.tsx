import { clsx } from "clsx";
import { t } from "@/features/questions/bank/texts";
import { diff } from "@/lib/diff";

const LOOKS = {
  same: { sign: " ", words: null, look: "" },
  added: { sign: "+", words: "addedLine", look: "bg-success/12" },
  removed: { sign: "−", words: "removedLine", look: "bg-error/12" },
} as const;

interface Props {
  before: string;
  after: string;
  /** Name of the comparison, for screen readers. */
  label: string;
}

/** Differences between two texts, line by line. */
export function DiffView({ before, after, label }: Props) {
  const lines = diff(before.split("\n"), after.split("\n"));
  if (lines.every(([kind]) => kind === "same")) return <p className="text-muted text-sm">{t("textsSame")}</p>;
  return (
    <ol aria-label={label} className="overflow-hidden rounded-control border border-line py-1 text-sm">
      {lines.map(([kind, text], index) => {
        const { sign, words, look } = LOOKS[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison never move
          <li key={index} className={clsx("flex gap-2 px-3 py-0.5", look)}>
            <span aria-hidden="true" className="w-3 shrink-0 text-center font-mono text-muted">
              {sign}
            </span>
            {words && <span className="sr-only">{t(words)} </span>}
            <span dir="auto" className="min-w-0 whitespace-pre-wrap break-words">
              {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
