import { lazyModule } from "@/lib/lazy-module";
import type { ToastOptions, Toasts } from "./Toaster";

let shown: Toasts | undefined;
const waiting: ((toasts: Toasts) => void)[] = [];

/** Not part of the first paint; toasts of before wait for it. */
export const toaster = lazyModule(async () => {
  const module = await import("./Toaster");
  shown = module.toasts;
  for (const show of waiting.splice(0)) show(module.toasts);
  return module;
});

function show(call: (toasts: Toasts) => void): void {
  if (shown) {
    call(shown);
    return;
  }
  waiting.push(call);
  void toaster.load();
}

/** Toasts for failures and successes (texts: docs/behaviour/calls.md#error-texts). */
export const toast = {
  success: (text: string, options?: ToastOptions) => show((toasts) => toasts.success(text, options)),
  error: (text: string, options?: ToastOptions) => show((toasts) => toasts.error(text, options)),
  warning: (text: string, options?: ToastOptions) => show((toasts) => toasts.warning(text, options)),
  info: (text: string, options?: ToastOptions) => show((toasts) => toasts.info(text, options)),
  dismiss: (id?: string) => show((toasts) => toasts.dismiss(id)),
};
