import { Clock } from "lucide-react";
import { useEffect } from "react";
import { sectionRules } from "../session/sections";
import { useTake, useTakeSession } from "../useTake";
import { changeWords } from "./time-change";

/** Seconds for which a change of the time is shown, counted while the page is in view. */
const SHOWN_S = 20;

/** Says at the clock, and to screen readers, by how much the time was changed since the candidate last saw it. */
export function TimeNotice() {
  const session = useTakeSession();
  const deadline = useTake((state) => state.deadline);
  const noticed = useTake((state) => state.noticedDeadline);
  const section = useTake((state) => sectionRules()?.sectionAt(state.sections, state.position) ?? -1);
  const end = useTake((state) => state.entered[section]?.ends_at);
  const known = useTake((state) => state.noticedEnds[section]);
  // A break moves the deadline when it begins: what it gave back is said once it is over.
  const inBreak = useTake((state) => state.breakUntil !== undefined);
  const words = inBreak ? undefined : changeWords([noticed, deadline], [known, end]);
  useEffect(() => {
    // What was never shown before is no change.
    if (end && !known) session.notice(noticed, { [section]: end });
  }, [section, end, known, noticed, session]);
  useEffect(() => {
    if (!words) return;
    let left = SHOWN_S;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") left -= 1;
      if (left > 0) return;
      session.notice(deadline, end ? { [section]: end } : {});
    }, 1_000);
    return () => clearInterval(timer);
  }, [words, deadline, section, end, session]);
  return (
    <div role="status" data-time-notice="">
      {words && (
        <p className="toned tone-blue toned-band flex items-center justify-center gap-2 px-4 py-2 font-medium text-sm">
          <Clock aria-hidden="true" className="size-4 shrink-0" />
          {words}
        </p>
      )}
    </div>
  );
}
