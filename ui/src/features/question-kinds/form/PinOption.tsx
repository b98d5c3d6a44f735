import { Pin } from "lucide-react";
import { t } from "@/features/question-kinds/staff-texts";
import { IconButton } from "@/ui/Button";

interface PinOptionProps {
  number: number;
  pinned: boolean;
  disabled: boolean;
  onChange: (pinned: boolean) => void;
}

/** Lets an option such as "All of the above" keep its place where a section shuffles options. */
export function PinOption({ number, pinned, disabled, onChange }: PinOptionProps) {
  return (
    <IconButton
      label={t("keepInPlace", { number })}
      aria-pressed={pinned}
      disabled={disabled}
      className={pinned ? "bg-subtle text-primary" : undefined}
      onClick={() => onChange(!pinned)}
    >
      <Pin aria-hidden="true" className={pinned ? "size-4 fill-current" : "size-4"} />
    </IconButton>
  );
}
