import { Camera as CameraIcon, CircleCheck, ImageUp } from "lucide-react";
import { useRef } from "react";
import { formatTime } from "@/lib/format";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import { DevicePicker } from "../camera/DevicePicker";
import { cameraFault } from "../camera/labels";
import { Preview } from "../camera/Preview";
import type { Camera } from "../camera/useCamera";
import { t } from "../intro/exam-session-texts";
import { type Kind, ofFile, ofVideo } from "./encode";

const FRAME = "aspect-[4/3] w-full max-w-sm rounded-control border border-line bg-subtle";
const HINT = { face: "faceHint", document: "documentHint" } as const;
const TAKEN = { face: "takenFace", document: "takenDocument" } as const;
const LABEL = { face: "facePicture", document: "documentPicture" } as const;
const REPLACE = { face: "replaceFace", document: "replaceDocument" } as const;

interface Props {
  kind: Kind;
  camera: Camera;
  /** The one that is being taken. */
  open: boolean;
  sentAt: string | null;
  /** One that was sent is being replaced. */
  replaces: boolean;
  /** URL of the picture that was taken and not sent. */
  taken: string | undefined;
  busy: boolean;
  problem: string | undefined;
  onTurnOn(): void;
  onPicture(picture: Promise<Blob>): void;
  onAgain(): void;
  onUse(): void;
  onReplace(): void;
  onKeep(): void;
}

/** One picture: the camera, the still for a look, and that it was sent. */
export function Step(props: Props) {
  const { kind, open, sentAt, problem } = props;
  return (
    <li className="space-y-2 py-3">
      <p className="font-medium text-sm">{t(LABEL[kind])}</p>
      {sentAt && !open && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="flex gap-2 text-sm text-success">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t("pictureSent", { time: formatTime(sentAt) })}
          </p>
          <Button size="sm" variant="secondary" aria-label={t(REPLACE[kind])} onClick={props.onReplace}>
            {t("replacePicture")}
          </Button>
        </div>
      )}
      {open && (props.taken ? <Look {...props} taken={props.taken} /> : <Taking {...props} />)}
      {problem && (
        <p role="alert" className="text-error text-sm">
          {problem}
        </p>
      )}
    </li>
  );
}

/** The still, before it is sent. */
function Look({ kind, taken, busy, problem, onUse, onAgain }: Props & { taken: string }) {
  return (
    <div className="space-y-2">
      <img src={taken} alt={t(TAKEN[kind])} className={`object-contain ${FRAME}`} />
      <div className="flex flex-wrap gap-2">
        <Button data-next busy={busy} onClick={onUse}>
          {t(problem ? "sendAgain" : "usePicture")}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onAgain}>
          {t("takeAgain")}
        </Button>
      </div>
      {busy && (
        <p role="status" className="text-muted text-sm">
          {t("pictureSending")}
        </p>
      )}
    </div>
  );
}

/** The camera; without one, a file. */
function Taking({ kind, camera, replaces, onTurnOn, onPicture, onKeep }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const { state } = camera;
  const fault = cameraFault(state);
  const lacksCamera = state.name === "problem" || state.name === "lost";
  return (
    <div className="space-y-2">
      <p className="text-ink-2 text-sm">{t(HINT[kind])}</p>
      {state.name === "on" && (
        <Preview stream={state.stream} video={video} mirrored={kind === "face"} className={FRAME} />
      )}
      {fault && (
        <p role="status" className="text-sm text-warning">
          {fault}
        </p>
      )}
      {lacksCamera && <p className="text-ink-2 text-sm">{t("withoutCamera")}</p>}
      {state.name === "on" && kind === "document" && (
        <div className="max-w-sm empty:hidden">
          <DevicePicker kind="camera" camera={camera} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {state.name === "on" ? (
          <Button data-next icon={CameraIcon} onClick={() => onPicture(ofVideo(video.current, kind))}>
            {t("takePicture")}
          </Button>
        ) : (
          <Button data-next busy={state.name === "asking"} onClick={onTurnOn}>
            {t(lacksCamera ? "cameraAgain" : "cameraOn")}
          </Button>
        )}
        {lacksCamera && (
          <FileButton
            variant="secondary"
            file={t(LABEL[kind])}
            accept="image/*"
            capture={kind === "face" ? "user" : "environment"}
            icon={ImageUp}
            onFile={(file) => onPicture(ofFile(file, kind))}
          >
            {t("choosePicture")}
          </FileButton>
        )}
        {replaces && (
          <Button variant="ghost" onClick={onKeep}>
            {t("keepSent")}
          </Button>
        )}
      </div>
    </div>
  );
}
