import "@/lib/nonce";
import { createElement } from "react";
import hotToast from "react-hot-toast";

interface ToastOptions {
  /** Display time in ms; 4000 by default (docs/behaviour.md#limits-and-constants). */
  duration?: number;
  /** Toasts of one id replace each other; without one, toasts of the same text do. */
  id?: string;
}

const warningMark = () =>
  createElement(
    "svg",
    { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": true, className: "shrink-0" },
    createElement("path", { d: "M10 2 1 18h18L10 2Z", fill: "#b45309" }),
    createElement("path", { d: "M10 8v4.5M10 14.2v1.6", stroke: "#fff", strokeWidth: 2 }),
  );

/** Toasts for failures and successes (texts: docs/behaviour.md#error-texts). */
export const toast = {
  success: (text: string, options?: ToastOptions) => hotToast.success(text, { id: text, ...options }),
  error: (text: string, options?: ToastOptions) => hotToast.error(text, { id: text, ...options }),
  warning: (text: string, options?: ToastOptions) =>
    hotToast(text, { id: text, icon: warningMark(), ...options }),
  info: (text: string, options?: ToastOptions) => hotToast(text, { id: text, ...options }),
  dismiss: (id?: string) => hotToast.dismiss(id),
};
