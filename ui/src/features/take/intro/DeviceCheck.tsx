import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { CAMERA_HELP, cameraFix } from "../camera/help";
import type { Camera } from "../camera/useCamera";
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

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      disablePictureInPicture
      muted
      aria-label="Your camera"
      className="mt-2 aspect-[4/3] w-48 -scale-x-100 rounded-control border border-line object-cover"
    />
  );
}

const hasSound = (stream: MediaStream) => stream.getAudioTracks().length > 0;

function cameraOutcome({ state }: Camera): Outcome {
  if (state.name === "on") {
    return { state: "good", text: "This is what your camera sees." };
  }
  if (state.name === "problem")
    return { state: "bad", text: `${CAMERA_HELP[state.problem]} ${cameraFix(state.problem)}` };
  if (state.name === "lost") return { state: "bad", text: "The camera stopped." };
  return BUSY;
}

function microphoneOutcome({ state }: Camera): Outcome {
  if (state.name !== "on") return BUSY;
  if (hasSound(state.stream)) return { state: "good", text: "Microphone found." };
  return { state: "bad", text: "No microphone was found or allowed: the test has no sound." };
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
          {camera.state.name === "on" && <Preview stream={camera.state.stream} />}
        </Line>
        {/* One prompt asks for both: without a camera there is nothing more to report. */}
        {(camera.state.name === "on" || camera.state.name === "asking") && (
          <Line label="Microphone" outcome={microphoneOutcome(camera)}>
            {camera.state.name === "on" && hasSound(camera.state.stream) && (
              <MicrophoneMeter stream={camera.state.stream} />
            )}
          </Line>
        )}
        <Line label="Connection" outcome={connection} />
        <Line label="Browser" outcome={browser} />
      </ul>
    </Dialog>
  );
}
