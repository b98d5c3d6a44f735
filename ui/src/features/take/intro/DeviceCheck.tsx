import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { DevicePicker } from "../camera/DevicePicker";
import { cameraFault } from "../camera/labels";
import { Preview } from "../camera/Preview";
import type { Camera } from "../camera/useCamera";
import { usePicture } from "../camera/usePicture";
import { t } from "../start-texts";
import { connectionWords, roundTrips, storageWorks } from "./device-checks";
import { MicrophoneMeter } from "./MicrophoneMeter";

type Outcome = { state: "busy" } | { state: "good" | "bad"; text: string };

const BUSY: Outcome = { state: "busy" };

function Line({ label, outcome, children }: { label: string; outcome: Outcome; children?: ReactNode }) {
  return (
    <li className="flex gap-3 py-3">
      <span aria-hidden="true" className="mt-0.5 shrink-0">
        {outcome.state === "busy" && <Spinner className="size-4" />}
        {outcome.state === "good" && <CircleCheck className="size-4 text-success" />}
        {outcome.state === "bad" && <CircleAlert className="size-4 text-warning" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p role="status" className="text-ink-2 text-sm">
          {outcome.state === "busy" ? t("checking") : outcome.text}
        </p>
        {children}
      </div>
    </li>
  );
}

const hasSound = (stream: MediaStream) => stream.getAudioTracks().length > 0;

function cameraOutcome({ state }: Camera): Outcome {
  const fault = cameraFault(state);
  if (fault) return { state: "bad", text: fault };
  return state.name === "on" ? { state: "good", text: t("whatCameraSees") } : BUSY;
}

const SILENT = {
  muted: "microphoneMuted",
  busy: "microphoneBusy",
  unplugged: "microphoneUnplugged",
} as const;

function microphoneOutcome({ state, microphone }: Camera): Outcome {
  if (state.name !== "on") return BUSY;
  if (microphone === "on") return { state: "good", text: t("microphoneFound") };
  const key = microphone in SILENT ? SILENT[microphone as keyof typeof SILENT] : "noMicrophone";
  return { state: "bad", text: t(key) };
}

interface DeviceCheckProps {
  open: boolean;
  camera: Camera;
  onClose(): void;
}

/** Checks camera, connection and browser before the clock starts. Optional: a start requires none of it. */
export function DeviceCheck({ open, camera, onClose }: DeviceCheckProps) {
  const [connection, setConnection] = useState<Outcome>(BUSY);
  const [browser, setBrowser] = useState<Outcome>(BUSY);
  const [round, setRound] = useState(0);
  const { start } = camera;
  usePicture(camera);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` checks again
  useEffect(() => {
    if (!open) return;
    let current = true;
    setConnection(BUSY);
    setBrowser(BUSY);
    void start();
    void roundTrips().then((times) => current && setConnection(connectionWords(times)));
    void storageWorks().then((works) => {
      if (!current) return;
      if (!works) {
        const text = t("keepsNothing");
        setBrowser({ state: "bad", text });
      } else if (!window.isSecureContext) {
        const text = t("keptNotSecure");
        setBrowser({ state: "bad", text });
      } else setBrowser({ state: "good", text: t("kept") });
    });
    return () => {
      current = false;
    };
  }, [open, round, start]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("checkDevice")}
      description={t("clockNotStarted")}
      footer={
        <>
          <Button variant="secondary" onClick={() => setRound(round + 1)}>
            {t("checkAgain")}
          </Button>
          <Button onClick={onClose}>{t("done")}</Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        <Line label={t("camera")} outcome={cameraOutcome(camera)}>
          {camera.state.name === "on" && (
            <Preview
              stream={camera.state.stream}
              className="mt-2 aspect-[4/3] w-48 rounded-control border border-line"
            />
          )}
          <div className="mt-2 max-w-xs empty:hidden">
            <DevicePicker kind="camera" camera={camera} />
          </div>
        </Line>
        {/* One prompt asks for both: without a camera there is nothing more to report. */}
        {(camera.state.name === "on" || camera.state.name === "asking") && (
          <Line label={t("microphone")} outcome={microphoneOutcome(camera)}>
            {camera.state.name === "on" && hasSound(camera.state.stream) && (
              <MicrophoneMeter stream={camera.state.stream} />
            )}
            <div className="mt-2 max-w-xs empty:hidden">
              <DevicePicker kind="microphone" camera={camera} />
            </div>
          </Line>
        )}
        <Line label={t("connection")} outcome={connection} />
        <Line label={t("browser")} outcome={browser} />
      </ul>
    </Dialog>
  );
}
