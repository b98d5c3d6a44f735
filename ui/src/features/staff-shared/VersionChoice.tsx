import { UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";

interface Props {
  /** Who stored the other version, and when. */
  title: ReactNode;
  /** Both versions: pairs of `dt` and `dd`. */
  children: ReactNode;
  takeTheirs: string;
  keepMine: string;
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Two people changed the same: shows both versions and offers both. */
export function VersionChoice(props: Props) {
  const { title, children, takeTheirs, keepMine, busy, onTheirs, onMine } = props;
  return (
    <div role="alert" className="toned tone-amber rounded-control p-4 text-sm">
      <p className="flex gap-2 font-medium">
        <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{title}</span>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">{children}</dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={busy} onClick={onTheirs}>
          {takeTheirs}
        </Button>
        <Button size="sm" busy={busy} onClick={onMine}>
          {keepMine}
        </Button>
      </div>
    </div>
  );
}
