import "@/lib/nonce";
import { useEffect } from "react";
import { Toaster as HotToaster, toast, useToasterStore } from "react-hot-toast";

const MAX_VISIBLE = 3;

/** Light in every theme, 4 s each, at most three at a time (docs/behaviour.md#limits-and-constants). */
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
