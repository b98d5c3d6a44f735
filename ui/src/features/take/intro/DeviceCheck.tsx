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
          {outcome.state === "busy" ? "Checking" : outcome.text}
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
  return state.name === "on" ? { state: "good", text: "This is what your camera sees." } : BUSY;
}

const SILENT: Partial<Record<Camera["microphone"], string>> = {
  muted: "The microphone is muted: by a key or the system.",
  busy: "Another program is using the microphone.",
  unplugged: "The microphone was unplugged.",
};

function microphoneOutcome({ state, microphone }: Camera): Outcome {
  if (state.name !== "on") return BUSY;
  if (microphone === "on") return { state: "good", text: "Microphone found." };
  const text = SILENT[microphone] ?? "No microphone was found or allowed: the test has no sound.";
  return { state: "bad", text };
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
        const text =
          "This browser keeps no answers on the computer. If you can, leave the private window, or allow this site's cookies.";
        setBrowser({ state: "bad", text });
      } else if (!window.isSecureContext) {
        const text =
          "Answers are kept on this computer. The page is not secure, so there is no camera: ask for an address that begins with https://.";
        setBrowser({ state: "bad", text });
      } else setBrowser({ state: "good", text: "Answers are kept on this computer if the network breaks." });
    });
    return () => {
      current = false;
    };
  }, [open, round, start]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Check your device"
      description="The clock has not started. You can begin even if a check fails."
      footer={
        <>
          <Button variant="secondary" onClick={() => setRound(round + 1)}>
            Check again
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        <Line label="Camera" outcome={cameraOutcome(camera)}>
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
          <Line label="Microphone" outcome={microphoneOutcome(camera)}>
            {camera.state.name === "on" && hasSound(camera.state.stream) && (
              <MicrophoneMeter stream={camera.state.stream} />
            )}
            <div className="mt-2 max-w-xs empty:hidden">
              <DevicePicker kind="microphone" camera={camera} />
            </div>
          </Line>
        )}
        <Line label="Connection" outcome={connection} />
        <Line label="Browser" outcome={browser} />
      </ul>
    </Dialog>
  );
}
