import { Info } from "lucide-react";
import { use } from "react";
import { translated } from "@/i18n";
import { notOpenWords } from "@/lib/format";
import { Navigation } from "@/lib/navigation";
import { QuotedTitle } from "@/ui/TestTitle";
import type { Intro } from "../session/state";
import { t } from "../start-texts";
import { TrialBanner } from "../trial/TrialBanner";
import { isTrial } from "../trial/trial";
import { useTakeSession } from "../useTake";
import { ExamBrowserNotice } from "./ExamBrowserNotice";
import { useRunningTest } from "./running-test";

/** Why the test cannot be started now, from the blockers in the server's intro; or that it is a trial. */
export function BlockedNotice({ intro }: { intro: Intro }) {
  const { Link } = use(Navigation);
  const { token } = useTakeSession();
  const reason = intro.elsewhere
    ? t("runsElsewhere")
    : (translated("refusals", intro.blocked_code ?? "") ?? intro.blocked_reason);
  const other = useRunningTest(token, intro.blocked_code === "other_attempt_running");
  // The session below says it, and counts down.
  if (intro.blocked_code === "not_started_yet" || intro.blocked_code === "not_admitted") return null;
  if (intro.blocked_code === "exam_browser_required") return <ExamBrowserNotice token={token} />;
  if (!reason) return isTrial(token) ? <TrialBanner className="rounded-control" /> : null;
  const opens = intro.blocked_code === "not_open_yet" ? intro.invite.opens_at : undefined;
  return (
    <div role="status" className="toned tone-amber flex gap-3 rounded-control px-4 py-3">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{opens ? notOpenWords(opens) : reason}</p>
        {(intro.blocked_code === "slot_needed" || intro.blocked_code === "name_needed") && (
          <Link className="mt-1 inline-block font-medium underline" to={`/test-invite/${token}`}>
            {t(intro.blocked_code === "slot_needed" ? "chooseTime" : "enterName")}
          </Link>
        )}
        {other && other !== "none" && (
          <Link
            className="mt-1 inline-block font-medium underline"
            to={`/take-test/${encodeURIComponent(other.token)}`}
          >
            {t.rich("continue", { title: <QuotedTitle test={other.test} /> })}
          </Link>
        )}
      </div>
    </div>
  );
}
