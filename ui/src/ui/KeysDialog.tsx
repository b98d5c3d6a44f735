import { t } from "./controls-texts";
import { Dialog } from "./Dialog";

export interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Each key with what it does. */
  keys: [string, string][];
}

export function KeysDialog({ open, onOpenChange, keys }: KeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("keyboardShortcuts")} size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 text-sm">
        {keys.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-7 place-items-center rounded-md border border-line-strong px-1.5 py-0.5 font-medium font-sans text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-ink-2">{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
