import "@/lib/nonce";
import { useEffect } from "react";
import { Toaster as HotToaster, toast, useToasterStore } from "react-hot-toast";

const VISIBLE = 3;

/** Light whatever the theme, 4 s each, at most three at a time (spec §9). */
export function Toaster() {
  const { toasts } = useToasterStore();
  useEffect(() => {
    const shown = toasts.filter((t) => t.visible);
    for (const extra of shown.slice(VISIBLE)) toast.dismiss(extra.id);
  }, [toasts]);
  return (
    // An open dialog hides the rest of the page from screen readers, save what holds a live region;
    // "off" leaves the announcing to each toast.
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
            // What lies below can be clicked; under a pointer at rest a toast would also stay for good.
            pointerEvents: "none",
          },
          success: { iconTheme: { primary: "#17663f", secondary: "#ffffff" } },
          error: { iconTheme: { primary: "#ad1f1f", secondary: "#ffffff" } },
        }}
      />
    </div>
  );
}
