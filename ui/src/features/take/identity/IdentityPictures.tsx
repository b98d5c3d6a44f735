import { useEffect, useRef, useState } from "react";
import { ApiFailure, api, errorText, NetworkFailure } from "@/api/client";
import type { OwnIdentity, OwnSession } from "@/api/types";
import type { Camera } from "../camera/useCamera";
import { t } from "../intro/exam-session-texts";
import { type Kind, NoPicture } from "./encode";
import { Step } from "./Step";
import { useDocumentCamera } from "./useDocumentCamera";

const TIMEOUT_MS = 60_000;
/** Refusals after which a picture is of no use. */
const TOO_LATE = ["already_admitted", "not_found"];

interface Taken {
  blob: Blob;
  /** An object URL, until it is dropped. */
  url: string;
}

interface Props {
  token: string;
  identity: OwnIdentity;
  camera: Camera;
  /** The session as a call has left it. */
  onSession(session: OwnSession, sentAt: number): void;
  /** Reads the session. */
  onLook(): void;
}

const REASONS = { empty: "noPictureYet", unreadable: "fileNotRead", hidden: "canvasHidden" } as const;

function wordsOf(error: unknown): string {
  if (error instanceof NoPicture) return t(REASONS[error.why]);
  if (error instanceof NetworkFailure && !navigator.onLine) return t("pictureOffline");
  if (error instanceof ApiFailure && TOO_LATE.includes(error.code)) return errorText(error);
  return t("pictureNotSent", { reason: errorText(error) });
}

/** Pictures that were taken and not sent yet: they outlive a failed call. */
function useTaken() {
  const [taken, setTaken] = useState<Partial<Record<Kind, Taken>>>({});
  const held = useRef(taken);
  const hold = (kind: Kind, blob: Blob | undefined) => {
    const { [kind]: old, ...rest } = held.current;
    if (old) URL.revokeObjectURL(old.url);
    held.current = blob ? { ...rest, [kind]: { blob, url: URL.createObjectURL(blob) } } : rest;
    setTaken(held.current);
  };
  useEffect(
    () => () => {
      for (const { url } of Object.values(held.current)) URL.revokeObjectURL(url);
    },
    [],
  );
  return { taken, hold };
}

/** A picture on its way. `was`: the time of the one before it, which the session names until it has this one. */
interface Sending {
  kind: Kind;
  was: string | null;
}

/** What the candidate does with the pictures: one call, and one message, at a time. */
function useSending(
  { token, onSession, onLook }: Props,
  sentAt: Record<Kind, string | null>,
  hold: ReturnType<typeof useTaken>["hold"],
) {
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<Sending & { words: string }>();
  const call = useRef<AbortController>(undefined);
  const fail = (kind: Kind, error: unknown, was = sentAt[kind]) =>
    setProblem({ kind, words: wordsOf(error), was });
  const keep = async (kind: Kind, picture: Promise<Blob>) => {
    try {
      hold(kind, await picture);
      setProblem(undefined);
    } catch (error) {
      fail(kind, error);
    }
  };
  const drop = (kind: Kind) => {
    hold(kind, undefined);
    setProblem(undefined);
  };
  const send = async (kind: Kind, { blob }: Taken): Promise<boolean> => {
    if (sending) return false;
    const was = sentAt[kind];
    setSending({ kind, was });
    setProblem(undefined);
    const begunAt = performance.now();
    call.current = new AbortController();
    const { signal } = call.current;
    try {
      const path = { token, kind };
      const options = { auth: "none", timeout: TIMEOUT_MS, signal } as const;
      const session = await api.put("/take-test/{token}/identity/{kind}", { path, body: blob, ...options });
      hold(kind, undefined);
      onSession(session, begunAt);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const isTooLate = error instanceof ApiFailure && TOO_LATE.includes(error.code);
      if (isTooLate) hold(kind, undefined);
      // Perhaps the reply alone was lost.
      if (isTooLate || error instanceof NetworkFailure) onLook();
      fail(kind, error, was);
      return false;
    } finally {
      setSending(undefined);
    }
  };
  /** The one of which the session says that it arrived, whatever became of the reply. */
  const isThere = (one: Sending | undefined) => one && sentAt[one.kind] && sentAt[one.kind] !== one.was;
  const arrived = isThere(sending) ? sending?.kind : isThere(problem) ? problem?.kind : undefined;
  const accept = (kind: Kind) => {
    if (sending?.kind === kind) call.current?.abort();
    drop(kind);
  };
  const open = <T extends Sending>(one: T | undefined) => (isThere(one) ? undefined : one);
  return { sending: open(sending)?.kind, problem: open(problem), arrived, keep, drop, send, accept };
}

/** Pictures by which a proctor sees who takes the test (docs/behaviour/sessions.md#waiting-room). */
export function IdentityPictures(props: Props) {
  const { identity, camera } = props;
  const { taken, hold } = useTaken();
  const sentAt = { face: identity.face_at, document: identity.document_at };
  const { sending, problem, arrived, keep, drop, send, accept } = useSending(props, sentAt, hold);
  const [replacing, setReplacing] = useState<Kind>();
  const isOwn = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(false);
  const [, setActs] = useState(0);
  const kinds: Kind[] = identity.asks === "face_and_document" ? ["face", "document"] : ["face"];
  const open = replacing ?? kinds.find((kind) => !sentAt[kind]);
  useDocumentCamera(camera, open === "document");

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that arrived
  useEffect(() => {
    if (!arrived) return;
    accept(arrived);
    setReplacing(undefined);
  }, [arrived]);

  const { stop } = camera;
  const isOver = open === undefined;
  useEffect(() => {
    // The camera that was turned on for this goes off with it.
    const rest = () => {
      if (isOwn.current) stop();
      isOwn.current = false;
    };
    return isOver ? undefined : rest;
  }, [isOver, stop]);

  // The button that was pressed is gone: the focus goes on to the next one.
  useEffect(() => {
    if (!follow.current) return;
    const next = box.current?.querySelector<HTMLElement>("[data-next]:not(:disabled)");
    if (!next) return;
    follow.current = false;
    const { activeElement } = document;
    // Not from the candidate who went on to something else meanwhile.
    if (!activeElement || activeElement === document.body || box.current?.contains(activeElement))
      next.focus();
  });
  const then = (work?: Promise<unknown>) =>
    void Promise.resolve(work).finally(() => {
      follow.current = true;
      setActs((acts) => acts + 1);
    });

  return (
    <div ref={box} className="space-y-3 rounded-control border border-line p-4">
      <h3 className="font-semibold text-sm">{t("identity")}</h3>
      {identity.again !== null && (
        <div role="status" className="toned tone-amber rounded-control px-4 py-3 text-sm">
          <p className="font-medium">{t("identityAgain")}</p>
          {identity.again && (
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {identity.again}
            </p>
          )}
        </div>
      )}
      <p className="text-sm">{t(kinds.length === 2 ? "identityBoth" : "identityFace")}</p>
      <p className="text-muted text-xs">{t("identityKept")}</p>
      <ul className="divide-y divide-line border-line border-t">
        {kinds.map((kind) => (
          <Step
            key={kind}
            kind={kind}
            camera={camera}
            open={open === kind}
            sentAt={sentAt[kind]}
            replaces={replacing === kind}
            taken={taken[kind]?.url}
            busy={sending === kind}
            problem={problem?.kind === kind ? problem.words : undefined}
            onTurnOn={() => {
              isOwn.current = true;
              then(camera.start());
            }}
            onPicture={(picture) => then(keep(kind, picture))}
            onAgain={() => {
              drop(kind);
              then();
            }}
            onUse={() => {
              const picture = taken[kind];
              if (!picture) return;
              then(send(kind, picture).then((sent) => sent && setReplacing(undefined)));
            }}
            onReplace={() => {
              setReplacing(kind);
              then();
            }}
            onKeep={() => {
              drop(kind);
              setReplacing(undefined);
              then();
            }}
          />
        ))}
      </ul>
      {isOver && (
        <p role="status" tabIndex={-1} data-next className="text-sm text-success">
          {t("identitySent")}
        </p>
      )}
    </div>
  );
}
