import { useCallback, useEffect, useRef } from "react";
import type { Invite, Monitored } from "@/api/types";
import { isLongOffline } from "@/lib/trouble";
import { ActiveTest } from "./ActiveTest";
import { t } from "./texts";
import { isReady, useServerNow } from "./useMonitorable";

interface Props {
  invites: Invite[];
  live: ReadonlyMap<string, Monitored>;
  selected: string | null;
  onSelect: (id: string) => void;
}

/** Running tests can be chosen; a waiting one shows why not (docs/behaviour/monitoring.md#live-monitoring). */
export function ActiveTests({ invites, live, selected, onSelect }: Props) {
  const now = useServerNow();
  const choose = useRef(onSelect);
  useEffect(() => {
    choose.current = onSelect;
  });
  const select = useCallback((id: string) => choose.current(id), []);
  const isAway = ({ id }: Invite) => {
    const row = live.get(id);
    return row !== undefined && isLongOffline(row, now);
  };
  const list = (shown: Invite[]) => (
    <ul className="divide-y divide-line">
      {shown.map((invite) => (
        <ActiveTest
          key={invite.id}
          invite={invite}
          row={live.get(invite.id)}
          selected={invite.id === selected}
          onSelect={select}
        />
      ))}
    </ul>
  );
  const away = invites.filter(isAway);
  const waiting = invites.filter((invite) => !isReady(invite));
  const running = invites.filter((invite) => isReady(invite) && !isAway(invite));
  return (
    <>
      {list(running)}
      {waiting.length > 0 && (
        // With no test running they are all there is.
        <details open={running.length === 0 || undefined} className="border-line border-t">
          <summary className="cursor-pointer px-4 py-3 font-medium text-ink-2 text-sm tabular-nums hover:bg-subtle">
            {t("waitingToStart", { count: waiting.length })}
          </summary>
          {list(waiting)}
        </details>
      )}
      {away.length > 0 && (
        <details open={away.some(({ id }) => id === selected) || undefined} className="border-line border-t">
          <summary className="cursor-pointer px-4 py-3 font-medium text-ink-2 text-sm tabular-nums hover:bg-subtle">
            {t("offlineLongCount", { count: away.length })}
          </summary>
          {list(away)}
        </details>
      )}
    </>
  );
}
