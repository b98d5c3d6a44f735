import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { t } from "./texts";
import type { ConflictRow } from "./useSettingsConflict";

interface Props {
  /** Who has changed them. */
  by: string;
  /** "the email settings". */
  what: string;
  rows: ConflictRow[];
  labels: Record<string, string>;
  onTake: () => void;
  onKeep: () => void;
}

/** A setting with the stored value, and the own one where it was changed too. */
export function difference(name: string, theirs: string | undefined, mine: string | undefined) {
  const q = (inside: ReactNode) => <q dir="auto">{inside}</q>;
  return mine === undefined
    ? t.rich("theirs", { name, theirs, q })
    : t.rich("theirsAndMine", { name, theirs, mine, q });
}

/** Another administrator was faster: shows which fields differ, and lets one take theirs or put one's own on top. */
export function SettingsConflict({ by, what, rows, labels, onTake, onKeep }: Props) {
  return (
    <div role="alert" className="toned tone-amber space-y-3 rounded-control p-4 text-sm">
      <p className="font-medium">{t.rich("conflict", { who: <bdi>{by}</bdi>, what })}</p>
      {rows.length > 0 ? (
        <ul className="list-disc space-y-1 ps-5">
          {rows.map(({ name, theirs, mine }) => (
            <li key={name}>{difference(labels[name] ?? name, theirs, mine)}</li>
          ))}
        </ul>
      ) : (
        <p>{t("onlySecret")}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onTake}>
          {t("takeTheirs")}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {t("keepMine")}
        </Button>
      </div>
    </div>
  );
}
