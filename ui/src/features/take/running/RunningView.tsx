import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { watchDoubleClicks } from "@/lib/double-click";
import { PictureContext } from "@/ui/rich-text/pictures";
import { PageSpinner } from "@/ui/Spinner";
import { Steady } from "@/ui/Steady";
import { prefetchFields } from "../answer/prefetch";
import type { Camera } from "../camera/useCamera";
import { endViews, fullscreenBanner, proctoring, shellKeeper, signalWatch, submitDialog } from "../dialogs";
import { pictureLoader } from "../pictures/load-pictures";
import { sectionRules } from "../session/sections";
import { t } from "../texts";
import { useTake, useTakeSession } from "../useTake";
import { QuestionCard } from "./QuestionCard";
import { SaveAlerts } from "./SaveStatus";
import { SectionInstructions } from "./SharedText";
import { TakeHeader } from "./TakeHeader";

export function RunningView({ camera }: { camera: Camera }) {
  const session = useTakeSession();
  const { token, attemptKey = "" } = session;
  const holder = useMemo(() => ({ token, key: attemptKey }), [token, attemptKey]);
  const loadPicture = useMemo(() => pictureLoader(holder), [holder]);
  const monitoring = useTake((state) => state.monitoring);
  const questions = useTake((state) => state.questions);
  const passages = useTake((state) => state.passages);
  const sections = useTake((state) => state.sections);
  const asksFullscreen = useTake((state) => state.intro?.test.require_fullscreen === true);
  const banner = fullscreenBanner.use();
  const [confirming, setConfirming] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { start, state } = camera;
  const [late, setLate] = useState<Awaited<ReturnType<typeof submitDialog.load>>>();
  const dialog = submitDialog.use() ?? late;
  const proctor = proctoring.use();
  const views = endViews.use();
  const isOpen = useTake(
    (state) =>
      sectionRules()?.isOpen(state) ?? !state.sections.some((one) => one.time_minutes || one.one_way),
  );

  // After a reload a camera already permitted restarts without a prompt.
  useEffect(() => {
    if (monitoring === "camera" && state.name === "off") void start();
  }, [monitoring, state.name, start]);

  // In a pause the questions are covered; they stay in the page, with what is typed into them.
  const paused = useTake((state) => state.pausedSince !== undefined);
  const covered = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!paused) return;
    setConfirming(false);
    setChoosing(false);
    const { activeElement } = document;
    const before = covered.current?.contains(activeElement) && (activeElement as HTMLElement);
    return () =>
      void requestAnimationFrame(() => {
        if (before) before.focus({ preventScroll: true });
        // What had the focus cannot take it, such as a button that was busy: the question is read out instead.
        if (document.activeElement === document.body)
          document.getElementById("question-heading")?.focus({ preventScroll: true });
      });
  }, [paused]);

  const keeper = shellKeeper.use();
  useEffect(() => {
    const stop = new AbortController();
    void keeper?.keepShell(stop.signal);
    return () => stop.abort();
  }, [keeper]);

  const watch = signalWatch.use();
  useEffect(() => {
    const stop = new AbortController();
    watch?.watchSignals(session, stop.signal);
    return () => stop.abort();
  }, [watch, session]);

  useEffect(() => {
    const stop = new AbortController();
    watchDoubleClicks(stop.signal);
    return () => stop.abort();
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    prefetchFields(questions, [passages, sections], holder, stop.signal);
    return () => stop.abort();
  }, [questions, passages, sections, holder]);

  const ask = () => {
    if (window.confirm(t("submitQuestion"))) {
      session.submit("asked");
    }
  };
  const submit = () => {
    if (dialog) setConfirming(true);
    // The browser's own question, which a held key may answer, only where there is no other.
    else
      void submitDialog.load().then((loaded) => {
        if (!loaded) return ask();
        setLate(loaded);
        setConfirming(true);
      });
  };

  return (
    <PictureContext value={loadPicture}>
      <TakeHeader
        onPalette={() => setChoosing(true)}
        timers={proctor && <proctor.SectionTimer />}
        notice={proctor && <proctor.TimeNotice />}
      />
      {proctor && (
        <Steady>
          <proctor.Proctoring camera={camera} />
        </Steady>
      )}
      {paused && (proctor ? <proctor.PausedView /> : <PageSpinner label={t("loadingSection")} />)}
      <main
        ref={covered}
        hidden={paused}
        className="take-width take-main mx-auto grid items-start gap-4 px-4 pt-4 pb-28 sm:gap-6 sm:px-6 sm:pt-6 lg:grid-cols-[minmax(0,1fr)_18rem]"
      >
        <div className="min-w-0 space-y-4">
          <SaveAlerts held={views?.HeldAnswers} />
          {proctor && (
            <Steady>
              <proctor.CameraNotice camera={camera} />
            </Steady>
          )}
          {asksFullscreen && banner && <banner.FullscreenBanner />}
          {isOpen && proctor && (
            <Steady>
              <proctor.Corrections />
            </Steady>
          )}
          {isOpen ? (
            <>
              <SectionInstructions />
              <QuestionCard onSubmit={submit} />
            </>
          ) : proctor ? (
            <proctor.SectionGate onSubmit={submit} />
          ) : (
            <PageSpinner within label={t("loadingSection")} />
          )}
        </div>
        {proctor && (
          <Steady>
            <proctor.SidePanel camera={camera} />
          </Steady>
        )}
      </main>
      {proctor && <proctor.PaletteDialog open={choosing} onOpenChange={setChoosing} />}
      {dialog && <dialog.SubmitDialog open={confirming} onOpenChange={setConfirming} />}
    </PictureContext>
  );
}
