import { useStore } from "zustand";
import { formatTime } from "@/lib/format";
import { t } from "../panel-texts";
import { useTake } from "../useTake";
import { titleOf } from "./title";
import { useMessageBox } from "./useProctoring";

/** History of the proctor's messages in this test. */
export function MessageList() {
  const box = useMessageBox();
  const messages = useStore(box.store, (state) => state.messages);
  const questions = useTake((state) => state.questions);
  if (messages.length === 0) return null;
  return (
    <section aria-label={t("messages")}>
      <h2 className="font-semibold text-ink text-sm">{t("messagesFromProctor")}</h2>
      <ol className="mt-2 max-h-56 space-y-3 overflow-y-auto">
        {messages.map((message) => (
          <li key={message.id} className="text-xs">
            <time dateTime={message.sent_at} className="text-muted tabular-nums">
              {formatTime(message.sent_at)}
              {!message.seen_at && ` ${t("new")}`}
            </time>
            {message.question_id && <p className="font-medium text-ink-2">{titleOf(message, questions)}</p>}
            <p dir="auto" className="whitespace-pre-wrap text-ink-2">
              {message.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
