import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, Expand, TriangleAlert, Users } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Monitored } from "@/api/types";
import { isLongOffline, needsLook, troubleFirst } from "@/lib/trouble";
import { useUrlState } from "@/lib/url-state";
import { IconButton } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { TestFilter } from "../TestFilter";
import { t } from "../texts";
import { useServerNow } from "../useMonitorable";
import { useWall } from "../video/useWall";
import { AwayStrip } from "./AwayStrip";
import { FocusPanel } from "./FocusPanel";
import { gridFor, MAX_TILES, moved, pageOf, room } from "./grid";
import { Tile } from "./Tile";
import { useKeys } from "./useKeys";
import { useSize } from "./useSize";

/** Full screen, for a wall display; the browser's Escape leaves it. */
const toggleFullScreen = () =>
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen().catch(() => undefined);

interface BarProps {
  running: number;
  troubled: number;
  waiting: number;
  page: number;
  pages: number;
  paused: boolean;
  onPage: (page: number) => void;
  children: ReactNode;
}

function Bar({ running, troubled, waiting, page, pages, paused, onPage, children }: BarProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-2 text-ink-2 text-sm sm:px-4">
      <p aria-live="polite" className="flex flex-wrap items-center gap-x-3 tabular-nums">
        <span>{t("testsRunning", { count: running })}</span>
        {troubled > 0 && (
          <span className="flex items-center gap-1.5 font-medium text-error">
            <TriangleAlert aria-hidden="true" className="size-4" />
            {t("needAttention", { count: troubled })}
          </span>
        )}
        {waiting > 0 && <span className="text-muted">{t("waitToStart", { count: waiting })}</span>}
        {paused && <span className="text-warning">{t("pausedHidden")}</span>}
      </p>
      <div className="flex items-center gap-2">
        <p className="text-muted text-xs max-lg:hidden">{t("wallKeys")}</p>
        <div className="max-w-56 empty:hidden">{children}</div>
        {pages > 1 && (
          <nav aria-label={t("wallPages")} className="flex items-center">
            <IconButton label={t("previousPage")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
              <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />
            </IconButton>
            <span className="tabular-nums">{t("pageOf", { page, pages })}</span>
            <IconButton label={t("nextPage")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
              <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-4" />
            </IconButton>
          </nav>
        )}
        {document.fullscreenEnabled && (
          <IconButton
            label={t("fullScreen")}
            className="max-sm:hidden"
            onClick={() => void toggleFullScreen()}
          >
            <Expand aria-hidden="true" className="size-4" />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** All running tests: equal tiles that fill the window, those with problems first. */
export function WallView({ rows: all }: { rows: Monitored[] }) {
  const { params, change } = useUrlState();
  const test = params.get("test") ?? "";
  const rows = test ? all.filter((row) => row.test_id === test) : all;
  const now = useServerNow();
  const ground = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const whole = useSize(ground);
  const { width, height } = useSize(area);
  const running = rows.filter((row) => row.ready);
  const ordered = troubleFirst(running, now);
  const away = ordered.filter((row) => isLongOffline(row, now));
  const present = ordered.filter((row) => !isLongOffline(row, now));
  // By the full area, not the part left by the focus panel: choosing a candidate does not change the page.
  const size = room(whole.width, whole.height);
  const { items, page, pages } = pageOf(present, Number(params.get("page") ?? 1), size);
  const focused = ordered.find((row) => row.invite_id === params.get("focus"));
  const [cursor, setCursor] = useState<string | null>(null);
  const at = Math.max(
    0,
    items.findIndex((row) => row.invite_id === (cursor ?? focused?.invite_id)),
  );

  const ids = items.map((row) => row.invite_id);
  if (focused && !ids.includes(focused.invite_id)) ids.splice(MAX_TILES - 1, MAX_TILES, focused.invite_id);
  const focus = focused?.invite_id ?? null;
  const wish = { invite_ids: whole.width ? ids : [], focus };
  const live = running.filter(({ video }) => video.state === "live" && video.via !== "stills");
  const view = useWall(
    wish,
    live.map((row) => row.invite_id),
  );

  const open = (id: string) => change({ focus: id }, { replace: true });
  const leave = () => {
    const id = focus;
    change({ focus: null }, { replace: true });
    if (id) area.current?.querySelector<HTMLElement>(`[data-invite="${CSS.escape(id)}"]`)?.focus();
  };
  const turn = (to: number) => {
    setCursor(null);
    change({ page: to > 1 ? String(to) : null, focus: null }, { replace: true });
  };
  const grid = gridFor(items.length, width, height);
  useKeys((key) => {
    if (key === "Escape" && focus) {
      leave();
      return true;
    }
    if (key === "PageDown" || key === "PageUp") {
      const to = page + (key === "PageDown" ? 1 : -1);
      if (to >= 1 && to <= pages) turn(to);
      return true;
    }
    const target = moved(key, at, items.length, grid.columns);
    const id = target === null ? undefined : items[target]?.invite_id;
    if (!id) return false;
    setCursor(id);
    area.current?.querySelector<HTMLElement>(`[data-invite="${CSS.escape(id)}"]`)?.focus();
    if (focus) open(id);
    return true;
  });

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 px-2 pt-1 pb-2">
      <Bar
        running={running.length}
        troubled={running.filter((row) => needsLook(row, now)).length}
        waiting={rows.length - running.length}
        page={page}
        pages={pages}
        paused={view.paused}
        onPage={turn}
      >
        <TestFilter rows={all} test={test} onChange={(to) => change({ test: to, page: null, focus: null })} />
      </Bar>
      <AwayStrip rows={away} now={now} focus={focus} onOpen={open} />
      <div
        ref={ground}
        className={clsx("grid min-h-0 flex-1 gap-2", focused && "lg:grid-cols-[1fr_minmax(24rem,36%)]")}
      >
        <div ref={area} className="relative min-h-0 min-w-0">
          {running.length === 0 ? (
            <EmptyState icon={<Users />} title={t("noTests")} text={t("runningAppear")} />
          ) : (
            <ul
              aria-label={t("livePictures")}
              className="absolute inset-0 flex flex-wrap content-start justify-center gap-2 overflow-hidden"
            >
              {width > 0 &&
                items.map((row, index) => (
                  <li key={row.invite_id}>
                    <Tile
                      row={row}
                      stream={view.streams.get(row.invite_id) ?? null}
                      link={view.link}
                      now={now}
                      width={grid.width}
                      height={grid.height}
                      focused={row.invite_id === focus}
                      tabIndex={index === at ? 0 : -1}
                      onFocus={setCursor}
                      onOpen={open}
                    />
                  </li>
                ))}
            </ul>
          )}
        </div>
        {focused && (
          <FocusPanel
            key={focused.invite_id}
            row={focused}
            stream={view.streams.get(focused.invite_id) ?? null}
            audio={view.audio}
            link={view.link}
            now={now}
            onLeave={leave}
          />
        )}
      </div>
    </div>
  );
}
