import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { queryOf } from "@/api/query";
import { useRights } from "@/lib/rights";
import { QuestionQueue, waitingOf } from "@/ui/attempt/QuestionQueue";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { t } from "./texts";
import type { SessionFilter } from "./useSessionFilter";

/** Poll interval in ms; the event stream is faster where it works. */
const POLL_INTERVAL_MS = 10_000;

/** Questions that wait for a proctor, of all tests or of one exam session; nothing while none does. */
export function QuestionStrip({ session }: { session: SessionFilter | undefined }) {
  const { may } = useRights();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...queryOf("/questions-asked"), refetchInterval: POLL_INTERVAL_MS });
  const asked = data?.filter(({ session_id }) => !session || session_id === session.id) ?? [];
  const waiting = waitingOf(asked);
  if (waiting.length === 0 && !open) return null;
  return (
    <>
      <Button variant="ghost" icon={MessageCircleQuestionMark} onClick={() => setOpen(true)}>
        <span role="status" className="tabular-nums">
          {t.rich("questionsWaiting", {
            count: waiting.length,
            b: (inside) => <span className="max-md:sr-only">{inside}</span>,
          })}
        </span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("questionsOfCandidates")}>
        {asked.length === 0 ? (
          <p className="text-muted text-sm">{t("noOneWaits")}</p>
        ) : (
          <QuestionQueue questions={asked} mayAct={may("intervene")} />
        )}
      </Dialog>
    </>
  );
}
