import { useEffect } from "react";
import { onMishap } from "@/lib/mishap";
import type { ShownQuestion } from "@/lib/translated-question";
import { Button } from "@/ui/Button";
import { endViews } from "./dialogs";
import type { TakeSession } from "./session/take-session";
import { t } from "./texts";
import { useTake } from "./useTake";

/** What takes the place of a view that keeps failing: the test goes on. */
export function PlainTest() {
  const views = endViews.use();
  const running = useTake((state) => state.phase.name === "running");
  if (views && running) return <views.PlainView />;
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-ink text-xl">{t("partFails")}</h1>
      <p className="text-ink-2">{t("answersKept")}</p>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
    </main>
  );
}

/** What takes the place of an answer field that keeps failing. */
export function PlainField({ question }: { question: ShownQuestion }) {
  const views = endViews.use();
  return views ? <views.PlainAnswer question={question} /> : null;
}

/** Reports to the timeline, once for each kind, that this page failed. */
export function useMishaps(session: TakeSession | null): void {
  useEffect(() => (session ? onMishap((words) => session.note("page_error", words)) : undefined), [session]);
}
