import { ChevronRight, type LucideIcon } from "lucide-react";
import { useId } from "react";

interface SettingRowProps {
  icon: LucideIcon;
  title: string;
  text?: string;
  onOpen(): void;
}

/** A row of a card that opens a dialog; its text says what the dialog is for. */
export function SettingRow({ icon: Icon, title, text, onOpen }: SettingRowProps) {
  const id = useId();
  return (
    <button
      type="button"
      aria-labelledby={`${id}-title`}
      aria-describedby={text && `${id}-text`}
      className="flex w-full items-start gap-3 px-5 py-3 text-start text-sm outline-offset-[-2px] transition-colors last:rounded-b-card hover:bg-subtle"
      onClick={onOpen}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        <span id={`${id}-title`} className="block font-medium text-ink">
          {title}
        </span>
        {text && (
          <span id={`${id}-text`} className="mt-0.5 block text-muted text-xs">
            {text}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 mt-0.5 size-4 shrink-0 text-muted" />
    </button>
  );
}
