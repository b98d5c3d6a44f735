import "@/lib/nonce";
import { useEffect, useEffectEvent } from "react";
import { Toaster as HotToaster, type Toast, toast, useToasterStore } from "react-hot-toast";
import { inField } from "@/lib/in-field";

export interface ToastOptions {
  /** Display time in ms; 4000 by default (docs/behaviour/calls.md#limits-and-constants). */
  duration?: number;
  /** Toasts of one id replace each other; without one, toasts of the same text do. */
  id?: string;
  /** A button that takes back what the toast reports; the toast closes with it. */
  action?: {
    label: string;
    run: () => void;
    /** How the page writes Ctrl+Z, if that key runs it too: a dialog keeps the focus from its button. */
    undoKey?: string;
  };
}

/** Time in ms in which a person can read a toast and press its button. */
const ACTION_MS = 10_000;

const WARNING_MARK = (
  <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden="true" className="shrink-0">
    <path d="M10 2 1 18h18L10 2Z" fill="#b45309" />
    <path d="M10 8v4.5M10 14.2v1.6" stroke="#fff" strokeWidth={2} />
  </svg>
);

/** Clicks reach the page below a toast, but not below its button. */
function WithAction({ text, id, action }: { text: string; id: string; action: ToastOptions["action"] }) {
  return (
    <span className="flex items-center gap-3">
      {text}
      <button
        type="button"
        style={{ pointerEvents: "auto" }}
        className="min-h-8 shrink-0 rounded-control px-2 font-semibold text-[#1f3a5f] underline hover:bg-black/5"
        {...(action?.undoKey && { "data-undo": id, "aria-keyshortcuts": "Control+Z" })}
        onClick={() => {
          toast.dismiss(id);
          action?.run();
        }}
      >
        {action?.label}
      </button>
      {action?.undoKey && (
        <span aria-hidden="true" className="shrink-0 text-[#5a5e66] text-xs pointer-coarse:hidden">
          {action.undoKey}
        </span>
      )}
    </span>
  );
}

const withAction =
  (show: typeof toast.success) =>
  (text: string, { action, ...options }: ToastOptions = {}) => {
    const id = options.id ?? text;
    if (!action) return show(text, { ...options, id });
    return show(<WithAction text={text} id={id} action={action} />, { duration: ACTION_MS, ...options, id });
  };

/** What `ui/toast.ts` calls. */
export const toasts = {
  success: withAction(toast.success),
  error: (text: string, options?: ToastOptions) => toast.error(text, { id: text, ...options }),
  warning: (text: string, options?: ToastOptions) =>
    toast(text, { id: text, icon: WARNING_MARK, ...options }),
  info: withAction(toast),
  dismiss: (id?: string) => toast.dismiss(id),
};

export type Toasts = typeof toasts;

const MAX_VISIBLE = 3;

/** The button that takes back what the newest toast with one reports. */
function undoButton(toasts: readonly Toast[]): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-undo]")];
  const newest = toasts.filter(({ visible }) => visible).sort((a, b) => b.createdAt - a.createdAt);
  return newest.flatMap(({ id }) => buttons.find(({ dataset }) => dataset.undo === id) ?? [])[0];
}

/** Light in every theme, 4 s each, at most three at a time (docs/behaviour/calls.md#limits-and-constants). */
export function Toaster() {
  const { toasts } = useToasterStore();
  useEffect(() => {
    const shown = toasts.filter((t) => t.visible);
    for (const extra of shown.slice(MAX_VISIBLE)) toast.dismiss(extra.id);
  }, [toasts]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (!isUndo || event.shiftKey || event.altKey || event.repeat || event.defaultPrevented) return;
    const button = inField(event.target) ? undefined : undoButton(toasts);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
  return (
    // An open dialog hides the rest of the page from screen readers, except live regions;
    // "off" leaves announcements to each toast.
    <div aria-live="off">
      <HotToaster
        position="top-center"
        gutter={8}
        toastOptions={{
          duration: 4000,
          style: {
            background: "#ffffff",
            color: "#1c1e22",
            border: "1px solid #dcdad5",
            borderRadius: 8,
            boxShadow: "0 8px 24px rgb(0 0 0 / 0.14)",
            fontSize: 14,
            lineHeight: "20px",
            maxWidth: "min(420px, calc(100vw - 32px))",
            // Clicks reach the page below; a toast under a resting pointer would also never disappear.
            pointerEvents: "none",
          },
          success: { iconTheme: { primary: "#17663f", secondary: "#ffffff" } },
          error: { iconTheme: { primary: "#ad1f1f", secondary: "#ffffff" } },
        }}
      />
    </div>
  );
}
