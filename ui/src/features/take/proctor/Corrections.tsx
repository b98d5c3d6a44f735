import { PencilLine } from "lucide-react";
import { useStore } from "zustand";
import { formatTime } from "@/lib/format";
import { t } from "../panel-texts";
import { useTake } from "../useTake";
import { useMessageBox } from "./useProctoring";

/** Corrections stay beside the question that they are about (docs/behaviour/sessions.md#announcements). */
export function Corrections() {
  const box = useMessageBox();
  const question = useTake((state) => state.questions[state.position]?.id);
  const messages = useStore(box.store, (state) => state.messages);
  const corrections = messages.filter(({ question_id }) => question_id && question_id === question);
  if (corrections.length === 0) return null;
  return (
    <section aria-label={t("correction")} className="toned tone-amber space-y-2 rounded-control px-4 py-3">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <PencilLine aria-hidden="true" className="size-4 shrink-0" />
        {t("correction")}
      </h3>
      {corrections.map(({ id, text, sent_at }) => (
        <p key={id} dir="auto" className="whitespace-pre-wrap text-sm">
          <time dateTime={sent_at} className="me-2 text-xs tabular-nums">
            {formatTime(sent_at)}
          </time>
          {text}
        </p>
      ))}
    </section>
  );
}
