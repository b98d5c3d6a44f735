import { KeyRound } from "lucide-react";
import { Button } from "@/ui/Button";
import { SetupForm } from "./SetupForm";
import { t } from "./texts";

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  onDone: (email: string) => void;
}

/** Shown while the server has no administrator; when opened, it replaces the sign-in card. */
export function FirstRun({ open, onOpen, onDone }: Props) {
  return (
    <section aria-labelledby="setup-title" className="rounded-card border border-primary/50 bg-surface p-6">
      <div className="flex items-start gap-3">
        <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
        <div className="min-w-0 flex-1">
          <h2 id="setup-title" className="font-semibold text-base">
            {t("firstRunSetup")}
          </h2>
          <p className="mt-0.5 text-muted text-sm">{t("noAdministrator")}</p>
          {!open && (
            <Button className="mt-4" onClick={() => onOpen(true)}>
              {t("setUpServer")}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <div className="mt-5 space-y-3">
          <SetupForm onDone={onDone} />
          <Button variant="ghost" className="w-full" onClick={() => onOpen(false)}>
            {t("backToSignIn")}
          </Button>
        </div>
      )}
    </section>
  );
}
