import { useEffect, useState } from "react";
import { ApiFailure, errorText } from "@/api/client";
import { formatTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { calls, isFatal } from "../session/calls";
import { t } from "../start-texts";
import { useTakeSession } from "../useTake";

/** Interval between polls for the administrator's permission, in ms. */
const POLL_INTERVAL_MS = 4_000;

interface InProgressProps {
  open: boolean;
  onClose(): void;
  /** The administrator allowed the test to continue here. */
  onAllowed(): void;
}

/** Another device holds the attempt, and only an administrator can release it (docs/behaviour/taking.md#attempt-key). */
export function InProgressDialog({ open, onClose, onAllowed }: InProgressProps) {
  const session = useTakeSession();
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState<Date | null>(null);

  const close = () => {
    setAsked(null);
    onClose();
  };
  const proceed = () => {
    toast.info(t("contactToReset"), { duration: 8_000 });
    close();
  };
  const ask = async () => {
    setAsking(true);
    try {
      await calls.askToResume(session.token);
      setAsked(new Date());
    } catch (error) {
      // Already requested, perhaps by this page before a reload: waiting is still right.
      if (error instanceof ApiFailure && error.code === "asked_already") setAsked(new Date());
      else toast.error(t("couldNotAsk", { reason: errorText(error) }));
    } finally {
      setAsking(false);
    }
  };

  useEffect(() => {
    if (!open || !asked) return;
    const stop = new AbortController();
    const poll = async () => {
      try {
        const { resume_allowed, in_progress } = await calls.load(session.token, session.attemptKey);
        if (stop.signal.aborted || (in_progress && !resume_allowed)) return;
        setAsked(null);
        onAllowed();
      } catch (error) {
        if (stop.signal.aborted || !isFatal(error)) return;
        toast.error(error.detail, { duration: 8_000 });
        setAsked(null);
        onClose();
      }
    };
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    stop.signal.addEventListener("abort", () => clearInterval(timer));
    return () => stop.abort();
  }, [open, asked, session, onAllowed, onClose]);

  if (asked) {
    return (
      <Dialog
        open={open}
        locked
        onOpenChange={(next) => !next && close()}
        title={t("waitingForAdministrator")}
        description={t("continuesHere")}
        footer={
          <Button variant="secondary" onClick={close}>
            {t("stopWaiting")}
          </Button>
        }
      >
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner className="size-4" />
          {t("askedAt", { time: formatTime(asked) })}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t("inProgressTitle")}
      description={t("inProgressMeans")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("cancel")}
          </Button>
          <Button variant="secondary" onClick={proceed}>
            {t("proceed")}
          </Button>
          <Button busy={asking} onClick={() => void ask()}>
            {t("askToContinue")}
          </Button>
        </>
      }
    />
  );
}
