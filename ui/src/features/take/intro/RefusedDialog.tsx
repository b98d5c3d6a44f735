import type { ReactNode } from "react";
import type { ApiFailure } from "@/api/client";
import type { takeStart } from "@/i18n/en/take-start";
import type { PlainKey } from "@/i18n/typed";
import { notOpenWords } from "@/lib/format";
import { Button, ButtonLink } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { QuotedTitle } from "@/ui/TestTitle";
import { t } from "../start-texts";
import { useTakeSession } from "../useTake";
import { useRunningTest } from "./running-test";

type Running = ReturnType<typeof useRunningTest>;

interface Cause {
  title: PlainKey<typeof takeStart>;
  words?(error: ApiFailure): string;
  /** What the candidate can do about it. */
  Way?(props: { token: string; running: Running }): ReactNode;
}

const linkPage = (token: string) => `/test-invite/${encodeURIComponent(token)}`;

const OTHER = "other_attempt_running";

/** Each refusal of a start that has a cause of its own; `attempt_elsewhere` is that of `InProgressDialog`. */
const CAUSES: Partial<Record<ApiFailure["code"], Cause>> = {
  [OTHER]: { title: "inProgressTitle", Way: OtherTest },
  order_blocked: {
    title: "otherFirst",
    words: ({ detail }) => t("inOrder", { reason: detail.replace(/\.$/, "") }),
    Way: OwnTests,
  },
  not_open_yet: {
    title: "notOpen",
    words: ({ opensAt, detail }) => (opensAt ? notOpenWords(opensAt) : detail),
  },
  not_started_yet: { title: "notOpen", words: () => t("beginsTogether") },
  exam_browser_required: { title: "notOpen", words: () => t("examBrowserNeeded") },
  not_admitted: { title: "notOpen", words: () => t("inWaitingRoom") },
  slot_needed: {
    title: "chooseFirst",
    Way: ({ token }) => <ButtonLink to={linkPage(token)}>{t("chooseTime")}</ButtonLink>,
  },
  name_needed: {
    title: "enterName",
    Way: ({ token }) => <ButtonLink to={linkPage(token)}>{t("enterName")}</ButtonLink>,
  },
  consent_changed: {
    title: "consentChanged",
    // The page asks the server again.
    Way: () => <Button onClick={() => location.reload()}>{t("readNewText")}</Button>,
  },
  fixed_time: { title: "timeFixed" },
  account_inactive: { title: "accountInactive" },
  finished: {
    title: "testOver",
    Way: ({ token }) => <ButtonLink to={linkPage(token)}>{t("seeWhenIt")}</ButtonLink>,
  },
  expired: { title: "invitationEnded" },
  revoked: { title: "invitationWithdrawn" },
  unknown_link: { title: "linkUnknown" },
};

export const hasDialog = ({ code }: ApiFailure) => Object.hasOwn(CAUSES, code);

function OwnTests() {
  return <ButtonLink to="/applicant">{t("seeTests")}</ButtonLink>;
}

/** The link to the test that runs, where this browser can know it; else to all of them. */
function OtherTest({ running }: { running: Running }) {
  if (!running) return <Spinner className="size-5 self-center" />;
  if (running === "none") return <OwnTests />;
  return (
    <ButtonLink to={`/take-test/${encodeURIComponent(running.token)}`} className="min-w-0">
      <span className="truncate">{t.rich("continue", { title: <QuotedTitle test={running.test} /> })}</span>
    </ButtonLink>
  );
}

/** Why a start was refused, and the way on. */
export function RefusedDialog({ error, onClose }: { error: ApiFailure | null; onClose(): void }) {
  const { token } = useTakeSession();
  const running = useRunningTest(token, error?.code === OTHER);
  const cause = error && CAUSES[error.code];
  if (!cause) return null;
  const words = cause.words?.(error) ?? error.detail;
  const lost = error.code === OTHER && running === "none";
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={t(cause.title)}
      description={lost ? t("openByLink", { words }) : words}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("close")}
          </Button>
          {cause.Way && <cause.Way token={token} running={running} />}
        </>
      }
    />
  );
}
