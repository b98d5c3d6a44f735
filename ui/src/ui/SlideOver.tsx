import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button";
import { t } from "./controls-texts";
import { focusFirstField } from "./first-field";
import { useReturnFocus } from "./useReturnFocus";

export interface SlideOverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** `extra`: for content with a column of its own for navigation. */
  wide?: boolean | "extra";
  /** It is a form: its first field takes the focus. */
  form?: boolean;
  /** Moves the focus after closing; without it, the focus returns to what had it before. Must cancel the event. */
  onCloseFocus?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

/** A panel from the end of the line that keeps the list behind it in position; full screen on a phone. */
export function SlideOver({
  open,
  onOpenChange,
  title,
  description,
  footer,
  wide,
  form = false,
  onCloseFocus,
  children,
}: SlideOverProps) {
  const { remember, restore } = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            remember();
            if (form) focusFirstField(event);
          }}
          onCloseAutoFocus={onCloseFocus ?? restore}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={clsx(
            "slide-in fixed inset-y-0 end-0 z-50 flex w-full flex-col border-line bg-surface text-ink shadow-xl outline-none sm:border-s",
            wide === "extra" ? "sm:max-w-5xl" : wide ? "sm:max-w-3xl" : "sm:max-w-xl",
          )}
        >
          <div className="flex items-start justify-between gap-3 border-line border-b px-5 py-4">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-ink-2 text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={t("close")} className="-mt-1 -me-2">
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
          {/* Focusable, so that the keyboard can scroll a panel that only shows text. */}
          <section
            aria-label={t("content")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable (WCAG 2.1.1)
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto p-5 outline-none"
          >
            {children}
          </section>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
