import { useStore } from "zustand";
import { formatTime } from "@/lib/format";
import { t } from "../panel-texts";
import { useMessageBox } from "./useProctoring";

/** History of the proctor's messages in this test. */
export function MessageList() {
  const box = useMessageBox();
  const messages = useStore(box.store, (state) => state.messages);
  if (messages.length === 0) return null;
  return (
    <section aria-label={t("messages")}>
      <h2 className="font-semibold text-ink text-sm">{t("messagesFromProctor")}</h2>
      <ol className="mt-2 max-h-56 space-y-3 overflow-y-auto">
        {messages.map(({ id, text, sent_at, seen_at }) => (
          <li key={id} className="text-xs">
            <time dateTime={sent_at} className="text-muted tabular-nums">
              {formatTime(sent_at)}
              {!seen_at && ` ${t("new")}`}
            </time>
            <p dir="auto" className="whitespace-pre-wrap text-ink-2">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
