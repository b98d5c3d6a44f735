import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Download, Hourglass, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiFailure, api, errorText } from "@/api/client";
import type { Reply } from "@/api/operations";
import { keyOf, queryOf } from "@/api/query";
import { recordOf } from "@/lib/acknowledges";
import { download } from "@/lib/download";
import { answerCount, formatDate, formatDateTime } from "@/lib/format";
import { takenTitle } from "@/lib/translated";
import { useSend } from "@/lib/useSend";
import { Brand } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { CopyButton } from "@/ui/CopyButton";
import { ErrorState } from "@/ui/ErrorState";
import { FormattedText } from "@/ui/rich-text/FormattedText";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { roleWords } from "./seen-by";
import { t } from "./texts";
import { Undelivered } from "./Undelivered";

type Page = Reply<"/receipt/{token}", "get">;
type Kept = Extract<Page, { state: "kept" }>;

const ENDED_BY = { candidate: "byYou", deadline: "byDeadline", admin: "byAdmin" } as const;
const VERSIONS = { saves: "versionsSaves", keystrokes: "versionsKeystrokes" } as const;

/** The first call of a page: nothing else distinguishes the server's reply from JSON of an intermediary. */
const isPage = (body: unknown): boolean => typeof recordOf(body).state === "string";

/** A refusal of the link itself; a busy or unreachable server is not one. */
const isUnknown = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

function Frame({ company, children }: { company?: string | null | undefined; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 pt-8 pb-12">
      <title>{t("pageTitle")}</title>
      <div className="mb-6">
        <Brand company={company ? { name: company, logo: null } : undefined} />
      </div>
      <div className="mb-4 empty:hidden">
        <Undelivered />
      </div>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">{children}</div>
    </main>
  );
}

function Notice({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="py-4 text-center">
      <span
        aria-hidden="true"
        className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-ink-2 [&_svg]:size-6"
      >
        {icon}
      </span>
      <h1 className="mt-4 font-semibold text-xl">{title}</h1>
      <p className="mt-2 text-ink-2">{text}</p>
    </div>
  );
}

function historyWords({ history }: Kept): string {
  if (!history) return t("noVersions");
  const { saves, saves_kept, mode } = history;
  return t(VERSIONS[mode], { saves, kept: saves_kept < saves ? saves_kept : "all" });
}

const answersWords = ({ answers, late_answers: late }: Kept) =>
  late > 0 ? t("answersWithLate", { answers: answerCount(answers), late }) : answerCount(answers);

const consentOf = ({ consent }: Kept): [name: string, value: ReactNode][] =>
  consent ? [[t("youAccepted"), formatDateTime(consent.accepted_at)]] : [];

const clipsOf = ({ clips }: Kept): [name: string, value: ReactNode][] =>
  clips ? [[t("video"), t("clips", { count: clips })]] : [];

function factsOf(kept: Kept): [name: string, value: ReactNode][] {
  const title = takenTitle(kept);
  return [
    [t("name"), <bdi key="name">{kept.name}</bdi>],
    [t("email"), <bdi key="email">{kept.email}</bdi>],
    [
      t("test"),
      <bdi key="test" lang={title.lang}>
        {title.source}
      </bdi>,
    ],
    [t("started"), formatDateTime(kept.started_at)],
    [t("ended"), t(ENDED_BY[kept.submitted_by], { date: formatDateTime(kept.submitted_at) })],
    ...consentOf(kept),
    [t("answers"), answersWords(kept)],
    [t("versions"), historyWords(kept)],
    [t("pictures"), t("screenshots", { count: kept.screenshots })],
    ...clipsOf(kept),
    [t("alsoKept"), t("alsoKeptList")],
    [t("howLong"), t("untilDeleted")],
    [
      t("seenBy"),
      <ul key="seenBy">
        {kept.seen_by.map((role) => (
          <li key={role}>{roleWords(role, kept.company)}</li>
        ))}
      </ul>,
    ],
  ];
}

/** Where the request for erasure stands. */
function Standing({ kept: { erasure_asked_at, erasure_declined } }: { kept: Kept }) {
  if (!erasure_asked_at) return t("erasureOffered");
  const date = formatDateTime(erasure_asked_at);
  if (!erasure_declined) return t("erasureAsked", { date });
  return t.rich("erasureDeclined", {
    date,
    declined: formatDateTime(erasure_declined.at),
    reason: (
      <span dir="auto" className="mt-1 block whitespace-pre-wrap break-words text-ink">
        {erasure_declined.reason}
      </span>
    ),
  });
}

function Erasure({ token, kept }: { token: string; kept: Kept }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const queryKey = keyOf("/receipt/{token}", { path: { token } });
  const waits = kept.erasure_asked_at && !kept.erasure_declined;
  const ask = useSend({
    mutationFn: () => api.post("/receipt/{token}/erasure", { path: { token }, auth: "none" }),
    onSuccess: (page) => {
      client.setQueryData(queryKey, page);
      setAsking(false);
    },
    onError: (error) => {
      setAsking(false);
      toast.error(t("failedToAsk", { reason: errorText(error) }));
      void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <section aria-labelledby="erasure" className="mt-6 border-line border-t pt-5">
      <h2 id="erasure" className="font-semibold text-base">
        {t("erasure")}
      </h2>
      <div role="status" className="mt-1 text-ink-2 text-sm">
        <Standing kept={kept} />
      </div>
      {!waits && (
        <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
          {kept.erasure_asked_at ? t("askAgain") : t("askForErasure")}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !ask.isPending && setAsking(open)}
        title={t("askForErasureQuestion")}
        description={t("erasureMeans")}
        confirmLabel={t("askForErasure")}
        danger
        busy={ask.isPending}
        onConfirm={() => ask.mutate()}
      />
    </section>
  );
}

/** The text that was accepted at the start. */
function Accepted({ consent }: { consent: NonNullable<Kept["consent"]> }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="cursor-pointer font-medium">{t("showAccepted")}</summary>
      <div lang={consent.language} className="mt-2 rounded-control border border-line bg-subtle px-4 py-3">
        <FormattedText content={consent.content} source={consent.text} className="text-ink-2" />
      </div>
      <p className="mt-2 break-all text-muted text-xs">{t("acceptedHash", { hash: consent.hash })}</p>
    </details>
  );
}

function KeptView({ token, kept }: { token: string; kept: Kept }) {
  const client = useQueryClient();
  const save = useSend({
    mutationFn: () =>
      download("/receipt/{token}/download", "my-answers.json", { path: { token }, auth: "none" }),
    onError: (error) => {
      toast.error(t("failedToDownload", { reason: errorText(error) }));
      void client.invalidateQueries({ queryKey: ["/receipt/{token}"] });
    },
  });
  return (
    <>
      <h1 className="font-semibold text-xl">{t("whatIsKept")}</h1>
      <p className="mt-1 text-ink-2 text-sm">{t("whoCanOpen")}</p>
      <dl className="mt-5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {factsOf(kept).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted max-sm:-mb-2">{name}</dt>
            <dd dir="auto" className="min-w-0 break-words text-match font-medium tabular-nums max-sm:mb-1">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {kept.consent && <Accepted consent={kept.consent} />}
      {kept.history && (
        <div className="mt-4 text-sm">
          <p className="text-muted">{t("proofNow")}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-5">
            <code className="min-w-0 break-all font-mono text-xs">{kept.history.head}</code>
            <span className="-ms-3">
              <CopyButton text={kept.history.head} label={t("copyProof")} />
            </span>
          </p>
        </div>
      )}
      <Button className="mt-5" busy={save.isPending} icon={Download} onClick={() => save.mutate()}>
        {t("downloadMyAnswers")}
      </Button>
      <Erasure token={token} kept={kept} />
    </>
  );
}

function Content({ token, page }: { token: string; page: UseQueryResult<Page> }) {
  const { data, error, refetch, isFetching } = page;
  if (data?.state === "kept") return <KeptView token={token} kept={data} />;
  if (data?.state === "running")
    return <Notice icon={<Hourglass />} title={t("testContinues")} text={t("moreTimeGiven")} />;
  if (data?.state === "erased")
    return (
      <Notice
        icon={<CircleCheck />}
        title={t("erasedOn", { date: formatDate(data.erased_at) })}
        text={t("allDeleted")}
      />
    );
  if (isUnknown(error))
    return <Notice icon={<Unlink />} title={t("unknownLink")} text={t("linkNeverIssued")} />;
  if (error)
    return (
      <ErrorState
        title={t("cannotBeLoaded")}
        detail={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div role="status" aria-label={t("loadingData")} className="space-y-3">
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-40" />
      <Skeleton className="h-10 w-48" />
    </div>
  );
}

/** /receipt/:token: what is kept about a candidate, for the candidate (docs/behaviour/taking.md#own-page). */
export default function OwnPage() {
  const { token = "" } = useParams();
  const page = useQuery({
    ...queryOf("/receipt/{token}", { path: { token }, auth: "none", guard: isPage }),
    refetchOnWindowFocus: true,
  });
  return (
    <Frame company={page.data?.state === "kept" ? page.data.company : undefined}>
      <Content token={token} page={page} />
    </Frame>
  );
}
