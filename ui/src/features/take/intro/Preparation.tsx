import { useEffect, useRef, useState } from "react";
import type { ApiFailure } from "@/api/client";
import { lazyModule } from "@/lib/lazy-module";
import { Button } from "@/ui/Button";
import type { Camera } from "../camera/useCamera";
import { t } from "../start-texts";
import { useTake, useTakeSession } from "../useTake";
import { DeviceCheck } from "./DeviceCheck";
import { goOn } from "./go-on";

/** Loaded only for candidates of an exam session. */
const ownSessions = lazyModule(() => import("./OwnSession"));

interface PreparationProps {
  camera: Camera;
  /** The candidate is back from the practice. */
  practised: boolean;
  /** The device check is closed: whether the camera was on. */
  onChecked(passed: boolean): void;
  onPractise(): void;
}

/** Preparations of a candidate before the start. All of it is optional. */
export function Preparation({ camera, practised, onChecked, onPractise }: PreparationProps) {
  const [checking, setChecking] = useState(false);
  const practice = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (practised) practice.current?.focus();
  }, [practised]);
  const close = () => {
    onChecked(camera.state.name === "on");
    camera.stop();
    setChecking(false);
  };
  return (
    <>
      <Button variant="secondary" className="w-full" onClick={() => setChecking(true)}>
        {t("checkCameraAndConnection")}
      </Button>
      <Button ref={practice} variant="secondary" className="w-full" onClick={onPractise}>
        {t("tryPracticeQuestions")}
      </Button>
      <DeviceCheck open={checking} camera={camera} onClose={close} />
    </>
  );
}

/** Refusals of a start by a session, into which the candidate may have come since the page was opened. */
const BY_SESSION: readonly (ApiFailure["code"] | undefined)[] = ["not_started_yet", "not_admitted"];

/** The exam session that the candidate is in, if any, until the test runs. */
export function InSession({ camera, refused }: { camera: Camera; refused: ApiFailure["code"] | undefined }) {
  const take = useTakeSession();
  const { start } = camera;
  const inSession = useTake((state) => state.intro?.invite.in_session);
  const started = useTake((state) => state.questions.length > 0);
  const [ran] = useState(started);
  const [heard, setHeard] = useState(false);
  // Reloaded between the start of all and the question about the camera: the clock runs, and no one has pressed a button.
  useEffect(() => {
    if (ran && inSession) void goOn(take, { start });
  }, [ran, inSession, take, start]);
  if (!heard && BY_SESSION.includes(refused)) setHeard(true);
  return (inSession || heard) && !started ? <Session token={take.token} camera={camera} /> : null;
}

function Session(props: { token: string; camera: Camera }) {
  const module = ownSessions.use();
  return module ? <module.OwnSession {...props} /> : null;
}
