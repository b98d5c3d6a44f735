import { VideoOff } from "lucide-react";
import type { Monitored } from "@/api/types";
import { serverWords } from "@/lib/server-words";
import { agoWords } from "../labels";
import { t } from "../texts";

interface Props {
  rows: Monitored[];
  now: number;
  focus: string | null;
  onOpen: (inviteId: string) => void;
}

/** Those long offline: a name each, so that the wall belongs to the ones who are there. */
export function AwayStrip({ rows, now, focus, onOpen }: Props) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("offlineLong")} className="flex items-center gap-2 text-xs">
      <p className="flex shrink-0 items-center gap-1.5 text-muted">
        <VideoOff aria-hidden="true" className="size-3.5" />
        {t("offline")}
      </p>
      <ul className="flex gap-1.5 overflow-x-auto py-0.5">
        {rows.map((row) => (
          <li key={row.invite_id}>
            <button
              type="button"
              data-invite={row.invite_id}
              aria-pressed={row.invite_id === focus}
              onClick={() => onOpen(row.invite_id)}
              title={row.video.reason ? serverWords(row.video.reason) : undefined}
              className="whitespace-nowrap rounded-control border border-line bg-surface px-2.5 py-1.5 text-ink-2 tabular-nums hover:border-line-strong aria-pressed:border-primary"
            >
              <bdi>{row.applicant_name}</bdi>, {agoWords(row.connection.heard_at, now)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
