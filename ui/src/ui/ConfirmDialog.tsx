import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Field } from "./Field";
import { Input } from "./Input";
import { t } from "./texts";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Describes the effect, and the data that will be lost. */
  description: ReactNode;
  /** Names the action ("Delete test"), never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** The action alone is disabled. */
  disabled?: boolean;
  /** The action stays disabled until exactly this was typed. */
  typed?: string;
  /** Between the description and the buttons. */
  children?: ReactNode;
  onConfirm: () => void;
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ");

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, busy, typed, onConfirm } = props;
  const [text, setText] = useState("");
  useEffect(() => {
    if (!open) setText("");
  }, [open]);
  // HTML collapses runs of spaces, so they could not be retyped exactly.
  const ready = !typed || plain(text) === plain(typed);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)} disabled={busy}>
            {props.cancelLabel ?? t("cancel")}
          </Button>
          <Button
            variant={props.danger ? "danger" : "primary"}
            busy={busy}
            disabled={!ready || props.disabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(props.children || typed) && (
        <>
          {props.children}
          {typed && (
            <Field label={t("typeToConfirm", { typed })}>
              <Input value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
            </Field>
          )}
        </>
      )}
    </Dialog>
  );
}
