import { Button } from "@/ui/Button";
import type { ConflictRow } from "./useSettingsConflict";

interface Props {
  /** "the email settings". */
  what: string;
  rows: ConflictRow[];
  labels: Record<string, string>;
  onTake: () => void;
  onKeep: () => void;
}

/** Another administrator was faster: shows which fields differ, and lets one take theirs or put one's own on top. */
export function SettingsConflict({ what, rows, labels, onTake, onKeep }: Props) {
  return (
    <div role="alert" className="toned tone-amber space-y-3 rounded-control p-4 text-sm">
      <p className="font-medium">Another administrator has changed {what} while you had them open.</p>
      {rows.length > 0 ? (
        <ul className="list-disc space-y-1 pl-5">
          {rows.map(({ name, theirs, mine }) => (
            <li key={name}>
              {labels[name] ?? name}: <q dir="auto">{theirs}</q>
              {mine !== undefined && (
                <>
                  {" "}
                  (yours: <q dir="auto">{mine}</q>)
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>Only a stored password or key is another one.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onTake}>
          Take theirs
        </Button>
        <Button size="sm" onClick={onKeep}>
          Keep my changes
        </Button>
      </div>
    </div>
  );
}
