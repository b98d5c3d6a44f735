import { MessageSquareText } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import { formatTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import type { Camera } from "../camera/useCamera";
import { usePicture } from "../camera/usePicture";
import { t } from "../panel-texts";
import { TrialBanner } from "../trial/TrialBanner";
import { isTrial } from "../trial/trial";
import { useTake, useTakeSession } from "../useTake";
import type { Message } from "./messages";
import { titleOf } from "./title";
import { useCameraReturn } from "./useCameraReturn";
import { useDeviceNotes } from "./useDeviceNotes";
import { useLeading, useMessageBox, useMessages, usePresence } from "./useProctoring";

export { CameraNotice } from "../camera/CameraNotice";
export { PaletteDialog } from "../running/PaletteDialog";
export { PausedView } from "../running/PausedView";
export { SectionGate, SectionTimer } from "../running/SectionGate";
export { SidePanel } from "../running/SidePanel";
export { TimeNotice } from "../running/TimeNotice";
export { Corrections } from "./Corrections";

/** Sends heartbeats and shows a proctor's messages. The caret does not move. */
export function Proctoring({ camera }: { camera: Camera }) {
  const session = useTakeSession();
  const box = useMessageBox();
  const leads = useLeading(session.token);
  usePresence(camera, leads);
  useDeviceNotes(camera, leads);
  usePicture(camera);
  useMessages(box);
  useCameraReturn(camera);
  const messages = useStore(box.store, (state) => state.messages);
  const unseen = messages.filter(({ seen_at }) => !seen_at);
  const confirm = async ({ id }: Message) => {
    const seen = box.confirm(id);
    const message = box.store.getState().messages.find((m) => m.id === id);
    if (message) session.share({ name: message.kind, data: { ...message } });
    await seen;
  };
  return (
    <>
      {isTrial(session.token) && <TrialBanner className="justify-center" />}
      <div
        role="alert"
        aria-live="assertive"
        // Never over the question: above it on a phone, over the panel beside it elsewhere.
        className="take-width take-messages pointer-events-none sticky top-24 shortest:top-0 z-30 mx-auto flex flex-col items-end px-4 max-lg:max-h-[50dvh] max-lg:overflow-y-auto sm:px-6 lg:fixed lg:inset-x-0 lg:top-20 lg:gap-2 [&>*]:pointer-events-auto [&>*]:w-full max-lg:[&>*]:mt-4 lg:[&>*]:max-w-72"
      >
        {unseen.map((message) => (
          <MessageCard key={message.id} message={message} onConfirm={() => void confirm(message)} />
        ))}
      </div>
    </>
  );
}

function MessageCard({ message, onConfirm }: { message: Message; onConfirm(): void }) {
  const title = titleOf(
    message,
    useTake((state) => state.questions),
  );
  // The previously focused element, to restore focus so that typing continues there.
  const from = useRef<HTMLElement>(null);
  const confirm = () => {
    onConfirm();
    from.current?.focus();
  };
  return (
    <section aria-label={title} className="rounded-card border-2 border-primary bg-surface p-4 shadow-lg">
      <h2 className="flex items-center gap-2 font-semibold text-ink">
        <MessageSquareText aria-hidden="true" className="size-4 shrink-0 text-primary" />
        {title}
        <time dateTime={message.sent_at} className="ms-auto font-normal text-muted text-xs tabular-nums">
          {formatTime(message.sent_at)}
        </time>
      </h2>
      <p dir="auto" className="mt-2 max-h-48 overflow-y-auto whitespace-pre-wrap text-ink">
        {message.text}
      </p>
      <div className="mt-3 flex justify-end">
        <Button
          size="sm"
          // A click leaves the caret in the answer.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={({ relatedTarget }) => {
            if (relatedTarget instanceof HTMLElement) from.current = relatedTarget;
          }}
          onClick={confirm}
        >
          {t("gotIt")}
        </Button>
      </div>
    </section>
  );
}
