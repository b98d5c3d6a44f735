import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { t } from "./form-texts";

interface Props {
  formId: string;
  /** Absent on the first step. */
  onBack?: (() => void) | undefined;
  /** Absent while the work itself can be cancelled. */
  onCancel?: (() => void) | undefined;
  next: string;
  /** The next press sends emails, and does not lead to another step. */
  sends: boolean;
  busy: boolean;
}

/** On a phone Back and Next are side by side, and Cancel, which discards the draft, is separate. */
export function WizardFooter({ formId, onBack, onCancel, next, sends, busy }: Props) {
  // The second press of a double click on 'Next' must not send. The button keeps the focus meanwhile.
  const rested = useRest(sends);
  const rests = sends && !rested;
  return (
    <div className="grid gap-2 max-sm:grid-cols-2 sm:flex sm:justify-end">
      {onBack && (
        <Button variant="secondary" className="sm:me-auto" disabled={busy} onClick={onBack}>
          {t("back")}
        </Button>
      )}
      {onCancel && (
        <Button
          variant="secondary"
          className="max-sm:order-last max-sm:col-span-2"
          disabled={busy}
          onClick={onCancel}
        >
          {t("cancel")}
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        className={onBack ? "" : "max-sm:col-span-2"}
        busy={busy}
        aria-disabled={rests || undefined}
        onClick={(event) => rests && event.preventDefault()}
      >
        {next}
      </Button>
    </div>
  );
}
