import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./Button";
import { focusFirstField } from "./first-field";
import { t } from "./texts";
import { useReturnFocus } from "./useReturnFocus";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Escape, the cross and a click outside do nothing: only the footer's buttons close it. */
  locked?: boolean;
  /** Moves the focus after closing; without it, the focus returns to what had it before. Must cancel the event. */
  onCloseFocus?: ((event: Event) => void) | undefined;
  children?: ReactNode;
}

/** Time in ms in which a press outside belongs to the double click that opened the dialog, and does not close it. */
const DOUBLE_CLICK_MS = 700;

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" };

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, size = "md", locked = false, children } = props;
  const { remember, restore } = useReturnFocus();
  const openedAt = useRef(0);
  const keep = (event: Event) => {
    if (locked || performance.now() - openedAt.current < DOUBLE_CLICK_MS) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            openedAt.current = performance.now();
            remember();
            focusFirstField(event);
          }}
          onCloseAutoFocus={props.onCloseFocus ?? restore}
          onEscapeKeyDown={(event) => {
            // The first Escape closes an open date picker.
            if (locked || document.querySelector(".react-datepicker")) event.preventDefault();
          }}
          onInteractOutside={keep}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={clsx(
            "fade-in fixed z-50 flex flex-col border-line bg-surface text-ink shadow-xl outline-none",
            "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card border-t shortest:overflow-y-auto",
            "sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[86dvh] short:max-h-[calc(100dvh-1rem)] sm:w-[calc(100%-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:border",
            WIDTHS[size],
          )}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-2 text-sm">{description}</Radix.Description>
              )}
            </div>
            {!locked && (
              <Radix.Close asChild>
                <IconButton label={t("close")} className="-mt-1 -me-2">
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {children && (
            <div className="min-h-0 flex-1 shortest:flex-none overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          )}
          {footer && (
            <footer className="flex flex-col-reverse gap-2 border-line border-t px-5 py-3 sm:flex-row sm:justify-end">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
