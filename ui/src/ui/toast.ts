import "@/lib/nonce";
import { createElement } from "react";
import hotToast from "react-hot-toast";

interface ToastOptions {
  /** Milliseconds on the screen; 4000 unless told (spec §9). */
  duration?: number;
  /** Toasts of one id replace each other; without one, toasts of the same words do. */
  id?: string;
}

const warningMark = () =>
  createElement(
    "svg",
    { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": true, className: "shrink-0" },
    createElement("path", { d: "M10 2 1 18h18L10 2Z", fill: "#b45309" }),
    createElement("path", { d: "M10 8v4.5M10 14.2v1.6", stroke: "#fff", strokeWidth: 2 }),
  );

/** Failures and successes in the corner of the screen; the words are the spec's (section 8). */
export const toast = {
  success: (text: string, options?: ToastOptions) => hotToast.success(text, { id: text, ...options }),
  error: (text: string, options?: ToastOptions) => hotToast.error(text, { id: text, ...options }),
  warning: (text: string, options?: ToastOptions) =>
    hotToast(text, { id: text, icon: warningMark(), ...options }),
  info: (text: string, options?: ToastOptions) => hotToast(text, { id: text, ...options }),
  dismiss: (id?: string) => hotToast.dismiss(id),
};
