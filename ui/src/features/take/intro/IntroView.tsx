import {
  Camera as CameraIcon,
  Clock,
  Eye,
  ListChecks,
  Maximize,
  Play,
  ShieldCheck,
  User,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { clock, durationWords, plural, QUESTION_TYPE_LABELS } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { PaperText } from "../answer/PaperText";
import type { Camera } from "../camera/useCamera";
import { deviceCheck, startDialogs, submitDialog } from "../dialogs";
import { useSecondsLeft, useTake } from "../useTake";
import { useStartTest } from "./useStart";

interface FactProps {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}

function Fact({ icon, label, children }: FactProps) {
  return (
    <div className="relative py-3 pr-4 pl-11">
      <dt className="text-muted text-xs">
        <span aria-hidden="true" className="absolute top-3.5 left-4 [&_svg]:size-4">
          {icon}
        </span>
        {label}
      </dt>
      <dd dir="auto" className="text-left font-medium text-ink text-sm">
        {children}
      </dd>
    </div>
  );
}

/** Instructions shown before the clock starts (docs/behaviour.md#taking-a-test). */
export function IntroView({ camera }: { camera: Camera }) {
  const intro = useTake((state) => state.intro);
  const started = useTake((state) => state.questions.length > 0);
  const left = useSecondsLeft();
  const { start, proceed, cancel, resume, busy, asking, conflict, setConflict } = useStartTest(camera);
  const [checking, setChecking] = useState(false);
  const check = deviceCheck.use();
  const dialogs = startDialogs.use();
  submitDialog.use();
  if (!intro) return null;
  const { invite, test } = intro;
  return (
    <main className="mx-auto grid min-h-dvh grid-cols-1 w-full max-w-xl content-center px-4 py-8">
      <div className="mb-6 flex justify-center">
        <Logo />
      </div>
      <section className="rounded-card border border-line bg-surface">
        <header className="px-6 pt-6">
          <h1 dir="auto" className="font-semibold text-ink text-xl">
            {test.title}
          </h1>
          {test.description && (
            <PaperText
              content={test.description_content}
              source={test.description}
              className="mt-2 text-ink-2"
            />
          )}
          <p className="mt-3 flex flex-wrap gap-1.5">
            {test.question_types.map((type) => (
              <Badge key={type}>{QUESTION_TYPE_LABELS[type]}</Badge>
            ))}
          </p>
        </header>
        <dl className="m-6 divide-y divide-line rounded-control border border-line">
          <Fact icon={<User />} label="Applicant">
            {invite.applicant_name}
          </Fact>
          <Fact icon={<Clock />} label="Duration">
            {durationWords(test.duration_minutes, invite.extra_minutes)}
          </Fact>
          <Fact icon={<ListChecks />} label="Questions">
            {plural(test.question_count, "question")}
          </Fact>
        </dl>
        <div className="space-y-4 px-6 pb-6">
          <p className="flex gap-3 rounded-control bg-subtle px-4 py-3 text-ink-2">
            <CameraIcon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <strong className="font-semibold text-ink">Video monitoring is required.</strong> Your browser
              will ask for your camera and microphone when you start. While the test runs, administrators can
              watch your picture and hear your sound live, and can store single screenshots with your attempt.
              Video and sound are not recorded.
            </span>
          </p>
          <p className="flex gap-3 px-4 text-muted text-xs">
            <ShieldCheck aria-hidden="true" className="size-4 shrink-0" />
            <span>
              The clock starts with the test and does not stop. Your answers are saved as you type, also when
              your connection breaks.
            </span>
          </p>
          <p className="flex gap-3 px-4 text-muted text-xs">
            <Eye aria-hidden="true" className="size-4 shrink-0" />
            <span>
              <strong className="font-semibold text-ink-2">What is recorded beside your answers:</strong> how
              long each question is in view, when you leave this page or full screen, how much you paste
              (never what), a second screen if your browser reports it, when your camera is off, and
              screenshots. The administrators see it with your result and keep it as long as the result. None
              of it ends your test automatically.
            </span>
          </p>
          {test.require_fullscreen && (
            <p className="flex gap-3 px-4 text-muted text-xs">
              <Maximize aria-hidden="true" className="size-4 shrink-0" />
              <span>
                This test is taken in full screen, where your browser has it. You can leave it and come back;
                leaving is noted and ends nothing.
              </span>
            </p>
          )}
          {dialogs && <dialogs.BlockedNotice intro={intro} />}
          {started && (
            <p className="toned tone-amber rounded-control px-4 py-3 font-medium">
              <span role="status">Your test is running.</span>
              {/* Unknown until the server has named the deadline. */}
              {Number.isFinite(left) && (
                <>
                  {" "}
                  Time left: <span className="tabular-nums">{clock(left)}</span>
                </>
              )}
            </p>
          )}
          <Button
            className="w-full"
            busy={busy}
            icon={<Play aria-hidden="true" className="size-4" />}
            onClick={() => void start()}
          >
            Start Test
          </Button>
          {check && !started && (
            <Button variant="secondary" className="w-full" onClick={() => setChecking(true)}>
              Check camera and connection
            </Button>
          )}
          {camera.state.name === "asking" && !checking && (
            <p role="status" className="text-center text-ink-2">
              Your browser is asking for the camera. Please answer it to continue.
            </p>
          )}
        </div>
      </section>
      {check && (
        <check.DeviceCheck
          open={checking}
          camera={camera}
          onClose={() => {
            camera.stop();
            setChecking(false);
          }}
        />
      )}
      {dialogs && (
        <>
          <dialogs.CameraDeniedDialog open={asking} camera={camera} onCancel={cancel} onProceed={proceed} />
          <dialogs.InProgressDialog open={conflict} onClose={() => setConflict(false)} onAllowed={resume} />
        </>
      )}
    </main>
  );
}
