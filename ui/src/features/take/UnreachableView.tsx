import { ErrorState } from "@/ui/ErrorState";
import { Logo } from "@/ui/Logo";
import type { Problem } from "./problem";
import { problemText } from "./problem-text";
import { t } from "./texts";
import { useTakeSession } from "./useTake";

/** Shown while the first load fails: the page stays open and retries. */
export function UnreachableView({ problem }: { problem: Problem }) {
  const session = useTakeSession();
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-1 w-full max-w-lg content-center px-4 py-8">
      <div className="mb-6 flex justify-center">
        <Logo />
      </div>
      <div className="rounded-card border border-line bg-surface">
        <ErrorState
          title={t("cannotBeLoaded")}
          detail={t("staysOpen", { problem: problemText(problem) })}
          onRetry={() => session.retryLoad()}
        />
      </div>
    </main>
  );
}
