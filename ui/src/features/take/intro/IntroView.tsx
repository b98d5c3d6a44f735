import {
  Camera as CameraIcon,
  Clock,
  Eye,
  ListChecks,
  Maximize,
  ShieldCheck,
  User,
  VideoOff,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { QuestionType } from "@/api/types";
import { PaperText } from "@/features/question-kinds/answer/PaperText";
import { durationWords, kindLabel, questionCount } from "@/lib/format";
import { shownDescription, shownTitle } from "@/lib/translated";
import { Badge } from "@/ui/Badge";
import { Brand, CompanyWords } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { PageSpinner } from "@/ui/Spinner";
import type { Camera } from "../camera/useCamera";
import { practice, preparations, startDialogs, submitDialog } from "../dialogs";
import { KeptMoments } from "../KeptMoments";
import { t } from "../texts";
import { useLanguages, useTake } from "../useTake";
import { useStartTest } from "./useStart";

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="relative py-2.5 pe-4 ps-11">
      <dt className="text-muted text-xs">
        <span aria-hidden="true" className="absolute top-3 start-4 [&_svg]:size-4">
          {icon}
        </span>
        {label}
      </dt>
      <dd dir="auto" className="text-match font-medium text-ink text-sm">
        {children}
      </dd>
    </div>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex gap-3 text-muted text-xs [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </p>
  );
}

function Practice(props: { types: QuestionType[]; onDone(): void }) {
  const module = practice.use();
  return module ? <module.PracticeView {...props} /> : <PageSpinner label={t("loadingPractice")} />;
}

const CARD = "rounded-card border border-line bg-surface p-6";

/** Instructions shown before the clock starts (docs/behaviour/taking.md#taking-a-test). */
export function IntroView({ camera }: { camera: Camera }) {
  const intro = useTake((state) => state.intro);
  const started = useTake((state) => state.questions.length > 0);
  /** The device check has seen the camera. */
  const [passed, setPassed] = useState(false);
  const { start, busy, asking, refused, ...answers } = useStartTest(camera, passed);
  /** False once the candidate is back. */
  const [practising, setPractising] = useState<boolean>();
  const preparation = preparations.use();
  const dialogs = startDialogs.use();
  submitDialog.use();
  const languages = useLanguages();
  if (!intro) return null;
  if (practising && !started)
    return <Practice types={intro.test.question_types} onDone={() => setPractising(false)} />;
  const { invite, test, company } = intro;
  const title = shownTitle(test, languages);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-xl grid-cols-1 content-center gap-4 px-4 pt-8 pb-12 lg:max-w-5xl lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
      <div className="mb-2 flex justify-center lg:col-span-2">
        <Brand company={company} />
      </div>
      {/* On a phone, what is recorded stands below the button: above, it would push it out of view. */}
      <div className="contents lg:block lg:space-y-4">
        <div className="min-w-0 space-y-4">
          <section className={CARD}>
            <h1 dir="auto" lang={title.lang} className="text-match font-semibold text-ink text-xl">
              {title.source}
            </h1>
            {test.description && (
              <PaperText {...shownDescription(test, languages)} className="mt-2 text-ink-2" />
            )}
            <CompanyWords company={company} />
            <p className="mt-3 flex flex-wrap gap-1.5">
              {test.question_types.map((type) => (
                <Badge key={type}>{kindLabel(type)}</Badge>
              ))}
            </p>
            <dl className="mt-5 grid grid-cols-2 rounded-control border border-line [&>:first-child]:col-span-2 [&>:last-child]:border-s [&>:not(:first-child)]:border-t [&>*]:border-line">
              <Fact icon={<User />} label={t("candidate")}>
                {invite.applicant_name}
              </Fact>
              <Fact icon={<Clock />} label={t("duration")}>
                {durationWords(test.duration_minutes, invite.extra_minutes)}
              </Fact>
              <Fact icon={<ListChecks />} label={t("questions")}>
                {questionCount(test.question_count)}
              </Fact>
            </dl>
          </section>
          {preparation && <preparation.InSession camera={camera} refused={refused?.code} />}
        </div>
        <div className={`${CARD} flex flex-col gap-4 max-lg:order-1`}>
          <Note icon={<Eye aria-hidden="true" />}>
            {t.rich("recordedBesides", {
              b: (inside) => <strong className="font-semibold text-ink-2">{inside}</strong>,
            })}
          </Note>
          {test.require_fullscreen && (
            <Note icon={<Maximize aria-hidden="true" />}>{t("opensFullscreen")}</Note>
          )}
          <Note icon={<ShieldCheck aria-hidden="true" />}>
            {test.history === "keystrokes" ? t("clockStartsTyped") : t("clockStarts")}
          </Note>
        </div>
      </div>
      <section aria-label={t("start")} className={`${CARD} flex flex-col gap-4 lg:sticky lg:top-6`}>
        {invite.no_camera && <Note icon={<VideoOff aria-hidden="true" />}>{t("noCameraAgreed")}</Note>}
        <p hidden={invite.no_camera} className="flex gap-3 text-ink-2 text-sm">
          <CameraIcon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            {t.rich(intro.clips ? "monitoringWithClips" : "monitoringRequired", {
              b: (inside) => <strong className="font-semibold text-ink">{inside}</strong>,
            })}
            <KeptMoments />
          </span>
        </p>
        {dialogs && <dialogs.StartNotices intro={intro} started={started} />}
        <Button className="w-full" busy={busy} onClick={() => void start()}>
          {t("startTest")}
        </Button>
        {preparation && !started && (
          <preparation.Preparation
            camera={camera}
            practised={practising === false}
            onChecked={setPassed}
            onPractise={() => setPractising(true)}
          />
        )}
        {started && camera.state.name === "asking" && (
          <p role="status" className="text-center text-ink-2">
            {t("cameraAsked")}
          </p>
        )}
      </section>
      {dialogs && (
        <>
          <dialogs.CameraDeniedDialog
            open={asking}
            camera={camera}
            onCancel={answers.cancel}
            onProceed={answers.proceed}
            onGranted={answers.granted}
          />
          <dialogs.InProgressDialog
            open={refused?.status === 409 && !dialogs.hasDialog(refused)}
            onClose={() => answers.setRefused(null)}
            onAllowed={answers.resume}
          />
          <dialogs.RefusedDialog error={refused} onClose={() => answers.setRefused(null)} />
        </>
      )}
    </main>
  );
}
