import { useQuery } from "@tanstack/react-query";
import {
  ArchiveX,
  ChevronRight,
  CircleCheck,
  CodeXml,
  Eraser,
  HardDrive,
  Hourglass,
  MailQuestion,
  MailX,
  PenLine,
  ServerCrash,
  TriangleAlert,
} from "lucide-react";
import { Link } from "react-router-dom";
import { queryOf } from "@/api/query";
import type { Overview } from "@/api/types";
import { useNow } from "@/lib/now";
import { Card } from "@/ui/Card";
import { SkeletonList } from "@/ui/Skeleton";
import type { FirstStep } from "./first-steps";
import { type Need, needsOf } from "./needs";
import { t } from "./texts";

/** Poll interval in ms of what no event reports. */
const POLL_INTERVAL_MS = 30_000;
const STORAGE_STALE_MS = 5 * 60_000;

const ICONS: Record<Need["key"], typeof PenLine> = {
  trouble: TriangleAlert,
  score: PenLine,
  no_mail: MailX,
  mails: MailX,
  mails_waiting: MailQuestion,
  judging: CodeXml,
  waiting: CodeXml,
  ending: Hourglass,
  erasure: Eraser,
  disk: HardDrive,
  backup: ArchiveX,
  twin: ServerCrash,
};

function useNeeds(overview: Overview | undefined): Need[] {
  const monitored = useQuery({
    ...queryOf("/admin/monitoring"),
    enabled: (overview?.in_progress ?? 0) > 0,
    refetchInterval: POLL_INTERVAL_MS,
    structuralSharing: false,
  });
  const storage = useQuery({
    ...queryOf("/admin/doctor/storage"),
    staleTime: STORAGE_STALE_MS,
    retry: false,
  });
  const now = useNow();
  const serverTime = monitored.data?.[0]?.server_time;
  const ahead = serverTime ? Date.parse(serverTime) - monitored.dataUpdatedAt : 0;
  return needsOf({
    overview,
    monitored: overview?.in_progress ? monitored.data : undefined,
    storage: storage.data,
    now: now + ahead,
  });
}

function Row({ need }: { need: Need }) {
  const Icon = ICONS[need.key];
  return (
    <Link
      to={need.to}
      className="flex items-center gap-3 px-5 py-3 outline-offset-[-2px] transition-colors hover:bg-subtle"
    >
      <span
        className={`toned tone-${need.urgent ? "red" : "amber"} grid size-8 shrink-0 place-items-center rounded-control`}
      >
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-sm tabular-nums">{need.words}</span>
        <span className="block text-muted text-xs">{need.hint}</span>
      </span>
      <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-4 shrink-0 text-muted" />
    </Link>
  );
}

interface Props {
  overview: Overview | undefined;
  /** The steps of a new server, where they are shown above. */
  listed: FirstStep[] | undefined;
}

/** Steps of a new server that are needs of any other. */
const STEPS: Partial<Record<Need["key"], FirstStep["key"]>> = { no_mail: "mail", backup: "backup" };

const isListed = (steps: FirstStep[], need: Need["key"]) =>
  steps.some(({ key, isDone }) => !isDone && key === STEPS[need]);

/** Pending work of an admin. */
export function NeedsYou({ overview, listed }: Props) {
  const all = useNeeds(overview);
  const needs = listed ? all.filter(({ key }) => !isListed(listed, key)) : all;
  if (listed && needs.length === 0) return null;
  return (
    <Card title={t("needsYou")} flush>
      {!overview && <SkeletonList rows={3} label={t("loadingNeeds")} />}
      {overview && needs.length === 0 && (
        <p className="flex items-center gap-3 px-5 py-6 text-ink-2 text-sm">
          <CircleCheck aria-hidden="true" className="size-5 text-success" />
          {t("nothingWaits")}
        </p>
      )}
      {overview && needs.length > 0 && (
        <ul className="divide-y divide-line">
          {needs.map((need) => (
            <li key={need.key}>
              <Row need={need} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
