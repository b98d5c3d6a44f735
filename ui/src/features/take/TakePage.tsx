import { useEffect } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { PageSpinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { useCamera } from "./camera/useCamera";
import { shellKeeper, submittingView } from "./dialogs";
import { leaveFullscreen } from "./fullscreen/enter";
import { IntroView } from "./intro/IntroView";
import { RunningView } from "./running/RunningView";
import { endWords } from "./session/receipt";
import { UnreachableView } from "./UnreachableView";
import { TakeProvider, useOpenSession, useTake } from "./useTake";

/** /take-test/:token (docs/behaviour.md#taking-a-test). */
export default function TakePage() {
  const { token = "" } = useParams();
  const session = useOpenSession(token);
  if (!session) return <PageSpinner label="Loading the test" />;
  return (
    <TakeProvider value={session}>
      <Stage key={token} />
    </TakeProvider>
  );
}

function Stage() {
  const phase = useTake((state) => state.phase);
  const title = useTake((state) => state.intro?.test.title);
  const camera = useCamera();
  const submitting = submittingView.use();
  const navigate = useNavigate();
  const { stop } = camera;

  useEffect(() => {
    if (title) document.title = `${title} - Invigil`;
    return () => {
      document.title = "Invigil";
    };
  }, [title]);

  useEffect(() => {
    if (phase.name === "fatal") {
      toast.error(`Unable to load test: ${phase.detail}`);
      navigate("/", { replace: true });
    }
    if (phase.name === "done") {
      const say = phase.reply.submitted_by === "admin" ? toast.info : toast.success;
      say(endWords(phase.reply, phase.reason));
      stop();
      leaveFullscreen();
      void shellKeeper.load().then((keeper) => keeper?.forgetShell());
      navigate("/", { replace: true });
    }
  }, [phase, navigate, stop]);

  switch (phase.name) {
    case "unreachable":
      return <UnreachableView detail={phase.detail} />;
    case "intro":
      return <IntroView camera={camera} />;
    case "running":
      return <RunningView camera={camera} />;
    case "submitting":
      if (submitting) return <submitting.SubmittingView {...phase} />;
      return <PageSpinner label="Submitting the test" />;
    default:
      return <PageSpinner label="Loading the test" />;
  }
}
