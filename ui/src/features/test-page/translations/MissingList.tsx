import { memo, useState } from "react";
import { t } from "./texts";
import { type Edits, type Group, stateOf } from "./texts-of-test";

/** Beyond these, the texts of a group are counted. */
const FEW = 3;

interface MissingProps {
  groups: readonly Group[];
  language: string;
  name: string;
  edits: Edits;
  /** Shows the group of this key. */
  onGo: (key: string) => void;
}

/** What a translation lacks, by name: each leads to it. */
export const MissingList = memo(function MissingList({ groups, language, name, edits, onGo }: MissingProps) {
  const [open, setOpen] = useState(false);
  const lacking = groups.flatMap(({ key, name, rows }) => {
    const labels = rows
      .filter(({ key, source }) => stateOf(source, language, edits[key]) === "missing")
      .map(({ label }) => label);
    return labels.length > 0 ? [{ key, name, labels }] : [];
  });
  const count = lacking.reduce((sum, { labels }) => sum + labels.length, 0);
  if (count === 0)
    return <p className="py-2 text-muted text-sm">{t.rich("noneMissing", { name: <bdi>{name}</bdi> })}</p>;
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="min-w-0 py-2 text-sm open:basis-full"
    >
      <summary className="cursor-pointer">{t.rich("missingIn", { name: <bdi>{name}</bdi>, count })}</summary>
      {open && (
        <ul
          aria-label={t("missingIn", { name, count })}
          className="mt-2 flex max-h-52 flex-wrap gap-x-4 gap-y-1 overflow-y-auto rounded-control border border-line bg-surface px-3 py-2"
        >
          {lacking.map(({ key, name, labels }) => (
            <li key={key}>
              <button
                type="button"
                className="min-h-8 text-primary hover:underline"
                onClick={() => onGo(key)}
              >
                {labels.length > FEW
                  ? t("groupCount", { group: name, count: labels.length })
                  : t("groupTexts", { group: name, texts: labels.join(", ") })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
});
