import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "./Button";
import { t } from "./controls-texts";
import { Dialog, type DialogProps } from "./Dialog";
import { TypedNotice } from "./TypedNotice";

interface FormDialogProps extends Pick<DialogProps, "title" | "description" | "size" | "locked"> {
  /** Label of the button that sends. */
  submit: ReactNode;
  danger?: boolean;
  /** While it is being sent, it stays open. */
  busy?: boolean;
  disabled?: boolean;
  /** What was typed, where it is kept. */
  kept?: ComponentProps<typeof TypedNotice>["kept"];
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A form with the buttons that send and cancel it. */
export function FormDialog(props: FormDialogProps) {
  const {
    submit,
    danger = false,
    busy = false,
    disabled,
    kept,
    onSubmit,
    onClose,
    children,
    ...dialog
  } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      {...dialog}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={id} variant={danger ? "danger" : "primary"} {...{ busy, disabled }}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          // React passes events through portals: a form around this dialog must not submit too.
          event.stopPropagation();
          event.preventDefault();
          onSubmit();
        }}
      >
        {kept && <TypedNotice kept={kept} />}
        {children}
      </form>
    </Dialog>
  );
}
