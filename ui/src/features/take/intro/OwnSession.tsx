import { CircleCheck, Hourglass } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { ApiFailure, api, errorText, NetworkFailure } from "@/api/client";
import { clock, formatDateTime, formatSeconds, formatTime } from "@/lib/format";
import { lazyModule } from "@/lib/lazy-module";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { Camera } from "../camera/useCamera";
import type { IdentityPictures } from "../identity/IdentityPictures";
import { useTake, useTakeSession } from "../useTake";
import { lacksConsent, owesConsent } from "./ConsentBox";
import { t } from "./exam-session-texts";
import { goOn } from "./go-on";
import { type Seen, TIMEOUT_MS, useOwnSession } from "./useOwnSession";

/** Modules of white around a QR code, as its standard asks. */
const QUIET = 4;
const RETRY_MS = 1_000;
/** Wait in ms after a start that was a moment too early by the server's clock, and how often it is so short. */
const EARLY_MS = 100;
const EARLY_TRIES = 10;

/** Loaded only for candidates who are asked for pictures. */
const identityPictures = lazyModule(() => import("../identity/IdentityPictures"));

function Picture({ size, path }: { size: number; path: string }) {
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={t("picture")}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      className="size-28 shrink-0 rounded-control"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The server's clock, by which the session begins. */
function Clock({ offset }: { offset: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(performance.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <span className="tabular-nums">{t("timeNow", { time: formatSeconds(new Date(now + offset)) })}</span>
  );
}

/** Counts down to the common start, and then starts the test: with the camera, where the candidate allows it. */
function Countdown(props: { seen: Seen; lost: boolean; camera: Camera }) {
  const { seen, lost, camera } = props;
  const { session, offset } = seen;
  const take = useTakeSession();
  const begins = session.begins_at ? Date.parse(session.begins_at) : null;
  const [left, setLeft] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(camera);
  const noCamera = useTake((state) => state.intro?.invite.no_camera);
  latest.current = camera;
  // Both outlive the effect below, which begins again whenever the server's clock is known better.
  const hasFailed = useRef(false);
  const hasGoneOn = useRef(false);

  useEffect(() => {
    if (begins === null) return setLeft(null);
    const tick = () => setLeft(Math.max(0, begins - offset - performance.now()));
    tick();
    const timer = window.setInterval(tick, 250);
    return () => window.clearInterval(timer);
  }, [begins, offset]);

  useEffect(() => {
    setProblem(undefined);
    if (begins === null) return;
    let current = true;
    let timer: number | undefined;
    let isFirst = true;
    let failures = 0;
    const goOnOnce = async () => {
      if (hasGoneOn.current) return;
      hasGoneOn.current = true;
      await goOn(take, latest.current);
    };
    // The page may hear in another way that a start without a reply has begun the test.
    const goOnIfBegun = () => {
      if (take.store.getState().questions.length > 0) void goOnOnce();
    };
    const begin = async () => {
      // The box takes the focus once, and not from the candidate who reads.
      const waits = isFirst ? lacksConsent(take) : owesConsent(take);
      isFirst = false;
      if (waits) {
        timer = window.setTimeout(() => void begin(), RETRY_MS);
        return;
      }
      try {
        await take.start();
      } catch (error) {
        hasFailed.current = true;
        if (!current) return goOnIfBegun();
        failures += 1;
        const isEarly =
          error instanceof ApiFailure && error.code === "not_started_yet" && failures <= EARLY_TRIES;
        // Moved meanwhile, offline, or busy. A browser may take a closed network for none, so it is not asked.
        timer = window.setTimeout(() => void begin(), isEarly ? EARLY_MS : RETRY_MS);
        if (failures > 1 && !isEarly)
          setProblem(error instanceof NetworkFailure ? t("offline") : errorText(error));
        return;
      }
      setProblem(undefined);
      await goOnOnce();
    };
    const wait = begins - offset - performance.now();
    timer = window.setTimeout(() => void begin(), Math.max(0, wait));
    return () => {
      current = false;
      window.clearTimeout(timer);
      if (hasFailed.current) goOnIfBegun();
    };
  }, [begins, offset, take]);

  return (
    <div className="toned tone-blue space-y-1 rounded-control px-4 py-3">
      <p className="font-medium">{t("together")}</p>
      <p role={left === null ? "status" : "timer"} className="tabular-nums">
        {left === null
          ? t("unset")
          : left > 0
            ? t("beginsIn", { time: clock(Math.ceil(left / 1000)) })
            : t("beginsNow")}
      </p>
      {problem && !lost && (
        <p role="status" className="text-sm">
          {problem}
        </p>
      )}
      {camera.state.name !== "on" && !noCamera && <p className="text-sm">{t("ready")}</p>}
    </div>
  );
}

function Identity(props: ComponentProps<typeof IdentityPictures>) {
  const module = identityPictures.use();
  return module ? <module.IdentityPictures {...props} /> : null;
}

/** Place, check-in and common start of the candidate's exam session (docs/behaviour/sessions.md). */
export function OwnSession({ token, camera }: { token: string; camera: Camera }) {
  const { seen, lost, take, look } = useOwnSession(token);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [waited, setWaited] = useState(false);
  if (!seen) return null;
  const { session } = seen;
  if (session.waits && !waited) setWaited(true);
  const checkIn = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === "") return;
    setBusy(true);
    const sentAt = performance.now();
    try {
      take(
        await api.post("/take-test/{token}/check-in", {
          path: { token },
          auth: "none",
          timeout: TIMEOUT_MS,
          body: { code },
        }),
        sentAt,
      );
      setProblem(undefined);
      setCode("");
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={t("title")} className="space-y-3 rounded-card border border-line bg-surface p-6">
      <div>
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <p className="text-ink-2 text-sm">
          <bdi>{session.title}</bdi>
          <br />
          {formatDateTime(session.starts_at)}
          {session.place && (
            <>
              {" · "}
              <bdi>{session.place}</bdi>
            </>
          )}
          <br />
          <Clock offset={seen.offset} />
        </p>
      </div>
      {session.waits && (
        <div role="status" className="toned tone-amber flex gap-3 rounded-control px-4 py-3">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="space-y-1">
            <p className="font-medium">{t("waiting")}</p>
            <p className="text-sm">{t("waitingMeanwhile")}</p>
          </div>
        </div>
      )}
      {session.waits && session.identity && (
        <Identity token={token} identity={session.identity} camera={camera} onSession={take} onLook={look} />
      )}
      {waited && !session.waits && (
        <p role="status" className="toned tone-green rounded-control px-4 py-3 font-medium">
          {t("letIn", { together: session.start === "together" ? "yes" : "no" })}
        </p>
      )}
      {session.start === "together" && !session.waits && (
        <Countdown seen={seen} lost={lost} camera={camera} />
      )}
      {session.announcements.length > 0 && (
        <ul role="status" className="space-y-2">
          {session.announcements.map(({ id, text, sent_at }) => (
            <li key={id} className="toned tone-blue rounded-control px-4 py-3 text-sm">
              <time dateTime={sent_at} className="font-medium tabular-nums">
                {formatTime(sent_at)}
              </time>
              <p dir="auto" className="whitespace-pre-wrap">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {lost && (
        <p role="status" className="toned tone-amber rounded-control px-4 py-3 text-sm">
          {t("offline")}
        </p>
      )}
      {session.checked_in_at ? (
        <p role="status" className="flex gap-2 font-medium text-sm text-success">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t("checkedIn", { time: formatTime(session.checked_in_at) })}
        </p>
      ) : (
        <>
          <div className="flex items-center gap-4">
            <Picture {...session.code_picture} />
            <p className="text-sm">
              {t("code")}
              <br />
              <code dir="ltr" className="font-semibold text-lg tracking-wider">
                {session.code}
              </code>
            </p>
          </div>
          <form onSubmit={(event) => void checkIn(event)}>
            <Field label={t("roomCode")} error={problem}>
              <div className="flex gap-2">
                <Input
                  value={code}
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  onChange={(event) => setCode(event.target.value)}
                />
                <Button type="submit" variant="secondary" busy={busy}>
                  {t("checkIn")}
                </Button>
              </div>
            </Field>
          </form>
        </>
      )}
    </section>
  );
}
