import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CirclePause, CirclePlay } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { useSend } from "@/lib/useSend";
import { Button } from "../Button";
import { Checkbox } from "../Checkbox";
import { ConfirmDialog } from "../ConfirmDialog";
import { toast } from "../toast";
import { t } from "./texts";

/** Maximum number of people of one call. */
const MAX_PEOPLE = 1_000;

type Wish = "pause" | "resume";

export interface Pausable {
  invite_id: string;
  applicant_name: string;
  paused_since?: string | null;
  break_until?: string | null;
}

const isPaused = ({ paused_since, break_until }: Pausable) => Boolean(paused_since) && !break_until;

interface Props {
  session: string;
  /** The shown people whose test runs. */
  running: Pausable[];
  /** Everyone of the session is shown. */
  whole: boolean;
  /** Everyone is paused, also those who begin meanwhile, until all are continued. */
  held: boolean;
  /** Without words on a phone. */
  compact?: boolean;
}

/** Stops the clocks of the running tests of a session, all or some, and continues them (docs/behaviour/taking.md#pause). */
export function PauseTests({ session, running, whole, held, compact = false }: Props) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Wish | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const of = { pause: running.filter((person) => !isPaused(person)), resume: running.filter(isPaused) };
  const meant = asked ? of[asked] : [];
  const chosen = meant.filter(({ invite_id }) => !left.has(invite_id));
  const all = whole && chosen.length === meant.length;
  const endsHold = held && all && asked === "resume";
  const path = { id: session };
  const send = useSend({
    mutationFn: async ({ wish, ids }: { wish: Wish; ids: string[] | null }) => {
      const call = (invite_ids?: string[]) => {
        const body = { reason: "", ...(invite_ids && { invite_ids }) };
        return wish === "pause"
          ? api.post("/sessions/{id}/pause", { path, body })
          : api.post("/sessions/{id}/resume", { path, body });
      };
      if (!ids) return call();
      const sum = { changed: 0, refused: 0 };
      for (let from = 0; from < ids.length; from += MAX_PEOPLE) {
        const { changed, refused } = await call(ids.slice(from, from + MAX_PEOPLE));
        sum.changed += changed;
        sum.refused += refused;
      }
      return sum;
    },
    onSuccess: ({ changed, refused }, { wish }) => {
      setAsked(null);
      toast.success(t(wish === "pause" ? "testsPaused" : "testsContinued", { count: changed }));
      if (refused > 0) toast.warning(t("notPaused", { count: refused }));
    },
    onError: (error, { wish }) =>
      toast.error(t(wish === "pause" ? "pauseFailed" : "continueFailed", { reason: errorText(error) })),
    onSettled: () => invalidate(client, "/sessions/{id}/people", "/admin/monitoring"),
  });
  const ask = (wish: Wish) => {
    setLeft(new Set());
    setAsked(wish);
  };
  const words = (wish: Wish, count: number, isAll: boolean) => {
    if (wish === "pause") return isAll ? t("pauseAll") : t("pauseChosen", { count });
    return isAll ? t("continueAll") : t("continueChosen", { count });
  };
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <>
      {(["pause", "resume"] as const).map((wish) => {
        const ends = held && whole && wish === "resume";
        const Icon = wish === "pause" ? CirclePause : CirclePlay;
        return (
          (of[wish].length > 0 || ends) && (
            <Button
              key={wish}
              variant={compact ? "ghost" : wish === "pause" ? "secondary" : "primary"}
              size={compact ? "md" : "sm"}
              icon={Icon}
              onClick={() => ask(wish)}
            >
              <span className={clsx(compact && "max-md:sr-only")}>{words(wish, of[wish].length, whole)}</span>
            </Button>
          )
        );
      })}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && !send.isPending && setAsked(null)}
        title={asked === "resume" ? t("continueQuestion") : t("pauseQuestion")}
        description={t(asked === "resume" ? "continueText" : "pauseText", { count: chosen.length })}
        confirmLabel={words(asked ?? "pause", chosen.length, all)}
        busy={send.isPending}
        disabled={chosen.length === 0 && !endsHold}
        onConfirm={() =>
          asked && send.mutate({ wish: asked, ids: all ? null : chosen.map(({ invite_id }) => invite_id) })
        }
      >
        {meant.length > 1 && (
          <details>
            <summary className="cursor-pointer text-sm">{t("choosePeople")}</summary>
            <ul className="mt-2 max-h-64 overflow-y-auto ps-1">
              {meant.map(({ invite_id, applicant_name }) => (
                <li key={invite_id}>
                  <Checkbox
                    label={<bdi>{applicant_name}</bdi>}
                    checked={!left.has(invite_id)}
                    onChange={() => toggle(invite_id)}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
      </ConfirmDialog>
    </>
  );
}
