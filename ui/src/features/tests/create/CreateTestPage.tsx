import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useBlocker, useLocation, useNavigate } from "react-router-dom";
import { api, errorText } from "@/api/client";
import { invalidate } from "@/api/query";
import { type Content, itemsOf } from "@/features/questions/content/sections";
import { discardWizardDraft, hasContent } from "@/features/questions/drafts/store";
import { useFormKey } from "@/lib/useFormKey";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Logo } from "@/ui/Logo";
import { Stepper } from "@/ui/Stepper";
import { toast } from "@/ui/toast";
import { refusedContent } from "../sections/refused";
import { useTrial } from "../trial/useTrial";
import { infoProblem, minutesOf, toInput } from "./checks";
import { InfoStep } from "./InfoStep";
import { LeaveDialog } from "./LeaveDialog";
import { OfferedDraft } from "./OfferedDraft";
import { QuestionsStep } from "./QuestionsStep";
import { ReviewStep } from "./ReviewStep";
import { SidePanel } from "./SidePanel";
import { Templates } from "./Templates";
import { t } from "./texts";
import { useWizard } from "./useWizard";

/** Route state of the drafts list: the draft to open. */
function opensDraft(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openDraft" in state;
}

export default function CreateTestPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const wizard = useWizard(opensDraft(useLocation().state));
  const [step, setStep] = useState(0);
  const [checked, setChecked] = useState(false);
  const [clearing, setClearing] = useState(false);
  const [loading, setLoading] = useState(false);
  const [asked, setAsked] = useState<Content>(wizard.draft);
  // A ref, because the navigation happens before the next render.
  const created = useRef(false);
  const { draft } = wizard;
  const problem = infoProblem(draft);

  const formKey = useFormKey();
  const create = useSend({
    mutationFn: (minutes: number) =>
      api.post("/tests", { body: toInput(draft, minutes), headers: formKey.headers() }),
    onSuccess: () => {
      created.current = true;
      discardWizardDraft(draft);
      wizard.settle();
      void invalidate(client, "/tests", "/admin/overview");
      toast.success(t("created"));
      navigate("/admin?tab=tests");
    },
    onError: (error) => {
      formKey.heed(error);
      toast.error(t("createFailed", { reason: errorText(error) }));
    },
  });
  const trial = useTrial();
  const refused = trial.error ?? create.error;
  const isContentRefused = refusedContent(refused, asked).some;
  useEffect(() => {
    if (refused && isContentRefused) setStep(1);
  }, [refused, isContentRefused]);
  const blocker = useBlocker(() => wizard.dirty && !created.current);

  const go = (next: number) => {
    setStep(next);
    window.scrollTo({ top: 0 });
  };
  const leaveInfo = () => {
    setChecked(true);
    if (problem) toast.error(problem.text, { id: "wizard" });
    else go(1);
  };
  const withInput = (send: (minutes: number) => void) => {
    const minutes = minutesOf(draft);
    if (problem || minutes === null) {
      setChecked(true);
      go(0);
      toast.error(problem?.text ?? "", { id: "wizard" });
    } else if (itemsOf(draft).length === 0) toast.error(t("noQuestions"), { id: "wizard" });
    else {
      setAsked(draft);
      send(minutes);
    }
  };
  const submit = () => {
    // The page stays for a moment while the list loads: a second click must not create a second test.
    if (created.current) return;
    withInput((minutes) => {
      trial.reset();
      create.mutate(minutes);
    });
  };
  const attempt = () =>
    withInput((minutes) => {
      create.reset();
      trial.start({ draft: toInput(draft, minutes) });
    });
  const load = () => {
    if (wizard.load()) {
      go(0);
      toast.success(t("draftLoaded"));
    } else toast.error(t("draftFailed"));
  };
  const save = () => {
    if (wizard.save()) toast.success(t("draftSaved"));
    else toast.error(t("draftNotSaved"));
  };

  return (
    <div className="min-h-dvh">
      <title>{t("pageTitle")}</title>
      <header className="sticky top-0 z-20 border-line border-b bg-surface">
        <div className="mx-auto flex h-14 max-w-desk items-center justify-between gap-3 px-4 sm:px-6">
          <div className="flex min-w-0 items-center gap-4">
            <span className="max-sm:hidden">
              <Logo />
            </span>
            <h1 className="truncate font-semibold text-base">{t("heading")}</h1>
          </div>
          <Button variant="ghost" icon={ArrowLeft} turns onClick={() => navigate("/admin?tab=tests")}>
            {t("back")}
          </Button>
        </div>
      </header>
      <main
        id="main"
        className="mx-auto grid max-w-desk items-start gap-6 px-4 py-6 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="min-w-0 space-y-5">
          <Stepper steps={[t("stepInfo"), t("questions"), t("review")]} current={step} />
          {wizard.offered && <OfferedDraft draft={wizard.offered} onLoad={load} />}
          {step === 0 && !wizard.offered && !hasContent(draft) && <Templates change={wizard.change} />}
          {step === 0 && <InfoStep wizard={wizard} problem={checked ? problem : null} onNext={leaveInfo} />}
          {step === 1 && (
            <QuestionsStep
              wizard={wizard}
              refusal={refused}
              asked={asked}
              onPrevious={() => go(0)}
              onNext={() => go(2)}
            />
          )}
          {step === 2 && (
            <ReviewStep
              wizard={wizard}
              busy={create.isPending}
              trying={trial.isPending}
              onPrevious={() => go(1)}
              onTry={attempt}
              onCreate={submit}
            />
          )}
        </div>
        <SidePanel
          wizard={wizard}
          onSave={save}
          onLoad={() => (wizard.dirty ? setLoading(true) : load())}
          onClear={() => setClearing(true)}
        />
      </main>
      <ConfirmDialog
        open={loading}
        onOpenChange={setLoading}
        title={t("loadQuestion")}
        description={t("loadText")}
        confirmLabel={t("loadDraft")}
        danger
        onConfirm={() => {
          setLoading(false);
          load();
        }}
      />
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t("clearQuestion")}
        description={t("clearText")}
        confirmLabel={t("clearDraft")}
        danger
        onConfirm={() => {
          wizard.clear();
          setClearing(false);
          setChecked(false);
          go(0);
        }}
      />
      <LeaveDialog
        blocker={blocker}
        onSave={() => {
          const saved = wizard.save();
          if (saved) toast.success(t("draftSaved"));
          else toast.error(t("draftNotSaved"));
          return saved;
        }}
        onDiscard={wizard.clear}
      />
    </div>
  );
}
