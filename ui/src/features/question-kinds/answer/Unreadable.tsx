import { t } from "../texts";
/** A stored answer that does not fit the question: it is kept until another one replaces it. */
export function Unreadable({ answer }: { answer: string }) {
  return (
    <p role="status" className="mb-3 rounded-control border border-warning/50 px-3 py-2 text-ink-2 text-sm">
      {t.rich("unreadable", { answer: <bdi className="break-words font-mono text-xs">{answer}</bdi> })}
    </p>
  );
}
