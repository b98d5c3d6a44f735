import { Download, FileX } from "lucide-react";
import { use, useEffect, useState } from "react";
import { Navigation } from "@/lib/navigation";
import { useRest } from "@/lib/useRest";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { t } from "../end-texts";
import { forgetShell } from "../offline/keep-shell";
import { useTake, useTakeSession } from "../useTake";
import { answersText } from "./answers-file";
import { placeOf } from "./save-labels";

/** The test was deleted while it ran. Nothing is sent any more; the answers can still be saved to a file. */
export function WithdrawnView() {
  const session = useTakeSession();
  const place = useTake(({ durable }) => placeOf(durable));
  const { replace } = use(Navigation);
  const [url, setUrl] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The page may appear under a click that was meant for the test.
  const [asks, setAsks] = useState(false);
  const rested = useRest(asks);
  useEffect(() => {
    const made = URL.createObjectURL(answersText(session));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [session]);
  const discard = async () => {
    setBusy(true);
    await session.discard();
    void forgetShell();
    replace("/");
  };
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md grid-cols-1 content-center px-4 py-8 text-center">
      <section className="rounded-card border border-line bg-surface px-6 py-10">
        <span
          aria-hidden="true"
          className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-ink-2"
        >
          <FileX className="size-6" />
        </span>
        <h1 className="mt-4 font-semibold text-ink text-xl">{t("testWasWithdrawn")}</h1>
        <div role="status" className="mt-2 space-y-2 text-ink-2">
          <p>{t("deletedByAdministrator")}</p>
          <p className="text-muted">{t("answersOnComputer", { place })}</p>
        </div>
        <a
          href={url}
          download="answers.txt"
          className="mt-4 inline-flex min-h-10 items-center gap-2 font-medium text-primary underline"
        >
          <Download aria-hidden="true" className="size-4" />
          {t("saveAnswers")}
        </a>
        <div className="mt-4">
          <Button variant="secondary" busy={busy} onClick={() => setAsks(true)}>
            {t("deleteAnswers", { place })}
          </Button>
        </div>
        <ConfirmDialog
          open={asks}
          onOpenChange={setAsks}
          title={t("deleteTitle")}
          description={t("deleteMeans", { place })}
          confirmLabel={t("deleteForGood")}
          danger
          busy={busy}
          disabled={!rested}
          onConfirm={() => void discard()}
        />
      </section>
    </main>
  );
}
