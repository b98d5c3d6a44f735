import { Copy, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { copyText } from "@/lib/clipboard";
import { formatDateTime } from "@/lib/format";
import { Button } from "./Button";
import { t } from "./changed";
import { toast } from "./toast";

/** Who saved a change meanwhile. */
interface Change {
  by: string;
  /** RFC 3339 instant; empty if unknown. */
  at: string;
}

interface NoticeProps {
  change: Change;
  /** "this question". */
  what: string;
  /** How to read the two versions below, or to choose. */
  children: ReactNode;
}

/** Another admin saved first, while a form was open. */
export function ChangedNotice({ change: { by, at }, what, children }: NoticeProps) {
  return (
    <div role="alert" className="toned tone-amber flex gap-2 rounded-control p-4 text-sm">
      <UsersRound aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>
        <span className="font-medium">
          {t.rich(at ? "whileOpenAt" : "whileOpen", { who: <bdi>{by}</bdi>, what, when: formatDateTime(at) })}
        </span>{" "}
        {t("nothingLost")} {children}
      </p>
    </div>
  );
}

/** Puts the own version on the clipboard, whatever is chosen afterwards. */
export function CopyMine({ text }: { text: () => string }) {
  const copy = async () => {
    if (await copyText(text())) toast.success(t("copied"));
    else toast.error(t("cannotCopy"));
  };
  return (
    <Button variant="ghost" className="me-auto" icon={Copy} onClick={() => void copy()}>
      {t("copyMine")}
    </Button>
  );
}

interface ChoiceProps {
  change: Change;
  /** "the pass mark to 60%". */
  what: ReactNode;
  /** Consequence of keeping one's own version. */
  children?: ReactNode;
  /** Absent where theirs stays anyway. */
  onTheirs?: () => void;
  onMine: () => void;
}

/** The same inside a small dialog, which shows the own version. */
export function ChangedChoice({ change: { by, at }, what, children, onTheirs, onMine }: ChoiceProps) {
  return (
    <div role="alert" className="toned tone-amber space-y-2 rounded-control p-3 text-sm">
      <p>
        {t.rich(at ? "changedAt" : "changed", { who: <bdi>{by}</bdi>, what, when: formatDateTime(at) })}{" "}
        {children}
      </p>
      <div className="flex flex-wrap gap-2">
        {onTheirs && (
          <Button variant="secondary" size="sm" onClick={onTheirs}>
            {t("takeTheirs")}
          </Button>
        )}
        <Button size="sm" onClick={onMine}>
          {t("keepMine")}
        </Button>
      </div>
    </div>
  );
}
