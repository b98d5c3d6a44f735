import "@/lib/nonce";
import { useEffect } from "react";
import { Toaster as HotToaster, toast, useToasterStore } from "react-hot-toast";

export interface ToastOptions {
  /** Display time in ms; 4000 by default (docs/behaviour/calls.md#limits-and-constants). */
  duration?: number;
  /** Toasts of one id replace each other; without one, toasts of the same text do. */
  id?: string;
  /** A button for what follows from the report, such as taking it back; the toast closes with it. For `success` and `info`. */
  action?: { label: string; run: () => void };
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
        onClick={() => {
          toast.dismiss(id);
          action?.run();
        }}
      >
        {action?.label}
      </button>
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

/** Light in every theme, 4 s each, at most three at a time (docs/behaviour/calls.md#limits-and-constants). */
export function Toaster() {
  const { toasts } = useToasterStore();
  useEffect(() => {
    const shown = toasts.filter((t) => t.visible);
    for (const extra of shown.slice(MAX_VISIBLE)) toast.dismiss(extra.id);
  }, [toasts]);
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
