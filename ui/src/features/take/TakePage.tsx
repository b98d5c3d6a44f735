import { use, useEffect } from "react";
import { Navigation } from "@/lib/navigation";
import { shownTitle } from "@/lib/translated";
import { undeliveredCount } from "@/lib/undelivered";
import { PageSpinner } from "@/ui/Spinner";
import { Steady } from "@/ui/Steady";
import { toast } from "@/ui/toast";
import { useCamera } from "./camera/useCamera";
import { endViews, proctoring } from "./dialogs";
import { leaveFullscreen } from "./fullscreen/enter";
import { IntroView } from "./intro/IntroView";
import { PlainTest, useMishaps } from "./plain";
import { RunningView } from "./running/RunningView";
import { t } from "./texts";
import { isTrial } from "./trial/trial";
import { UnreachableView } from "./UnreachableView";
import { TakeProvider, useLanguages, useOpenSession, useTake } from "./useTake";

/** Size that was agreed (docs/behaviour/taking.md#accommodations). */
const LARGER_TYPE = "130%";

const Loading = () => <PageSpinner label={t("loadingTest")} />;

/** /take-test/:token (docs/behaviour/taking.md#taking-a-test). */
export default function TakePage({ token }: { token: string }) {
  const session = useOpenSession(token);
  useMishaps(session);
  if (!session) return <Loading />;
  return (
    <TakeProvider value={session}>
      <Steady fallback={<PlainTest />}>
        <Stage key={token} token={token} />
      </Steady>
    </TakeProvider>
  );
}

function Stage({ token }: { token: string }) {
  const phase = useTake((state) => state.phase);
  const test = useTake((state) => state.intro?.test);
  const title = shownTitle(test ?? {}, useLanguages()).source;
  const invite = useTake((state) => state.intro?.invite.id);
  const camera = useCamera();
  const views = endViews.use();
  // What the entry to a section needs is there before the start, so that the network may be away afterwards.
  proctoring.use();
  const { replace } = use(Navigation);
  const { stop } = camera;

  const larger = useTake((state) => state.intro?.invite.larger_type === true);
  useEffect(() => {
    if (!larger) return;
    // All sizes of the page are relative to it.
    document.documentElement.style.fontSize = LARGER_TYPE;
    return () => void document.documentElement.style.removeProperty("font-size");
  }, [larger]);

  useEffect(() => {
    if (title) document.title = t("pageTitle", { title });
    return () => {
      document.title = "Invigil";
    };
  }, [title]);

  useEffect(() => {
    // The page of the link says how and when the test ended.
    if (phase.name === "fatal" && phase.code === "finished" && !isTrial(token)) {
      replace(`/test-invite/${encodeURIComponent(token)}`);
    } else if (phase.name === "fatal") {
      toast.error(t("unableToLoad", { detail: phase.detail }));
      replace("/");
    }
    if (phase.name === "done") {
      // Another tab may have submitted, which knows what it left out.
      const missing = Math.max(phase.missing.length, undeliveredCount(token));
      void endViews.load().then((views) => views?.farewell(phase.reply, phase.reason, missing));
      replace(isTrial(token) ? `/admin/trials/${invite}` : "/");
    }
    if (phase.name === "done" || phase.name === "withdrawn") {
      stop();
      leaveFullscreen();
    }
  }, [phase, replace, stop, token, invite]);

  switch (phase.name) {
    case "unreachable":
      return <UnreachableView problem={phase} />;
    case "intro":
      return <IntroView camera={camera} />;
    case "running":
      return <RunningView camera={camera} />;
    case "submitting":
      return views ? <views.SubmittingView {...phase} /> : <Loading />;
    case "withdrawn":
      return views ? <views.WithdrawnView /> : <Loading />;
    default:
      return <Loading />;
  }
}
