import type { ReactNode } from "react";
import type { ApiFailure } from "@/api/client";
import { notOpenWords } from "@/lib/format";
import { Button, ButtonLink } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { useTakeSession } from "../useTake";
import { useRunningTest } from "./running-test";

type Running = ReturnType<typeof useRunningTest>;

interface Cause {
  title: string;
  words?(error: ApiFailure): string;
  /** What the candidate can do about it. */
  Way?(props: { token: string; running: Running }): ReactNode;
}

const linkPage = (token: string) => `/test-invite/${encodeURIComponent(token)}`;

const OTHER = "other_attempt_running";

/** Each refusal of a start that has a cause of its own; `attempt_elsewhere` is that of `InProgressDialog`. */
const CAUSES: Partial<Record<ApiFailure["code"], Cause>> = {
  [OTHER]: { title: "Test Already In Progress", Way: OtherTest },
  order_blocked: {
    title: "Another test comes first",
    words: ({ detail }) => `${detail.replace(/\.$/, "")}. Please complete your tests in order.`,
    Way: OwnTests,
  },
  not_open_yet: {
    title: "This test is not open yet",
    words: ({ opensAt, detail }) => (opensAt ? notOpenWords(opensAt) : detail),
  },
  slot_needed: {
    title: "Choose a time first",
    Way: ({ token }) => <ButtonLink to={linkPage(token)}>Choose a time</ButtonLink>,
  },
  fixed_time: { title: "The time of this test is fixed" },
  account_inactive: { title: "Your account is deactivated" },
  finished: {
    title: "This test is over",
    Way: ({ token }) => <ButtonLink to={linkPage(token)}>See when it ended</ButtonLink>,
  },
  expired: { title: "This invitation has ended" },
  revoked: { title: "This invitation was withdrawn" },
  unknown_link: { title: "This link is not known" },
};

export const hasDialog = ({ code }: ApiFailure) => Object.hasOwn(CAUSES, code);

function OwnTests() {
  return <ButtonLink to="/applicant">See your tests</ButtonLink>;
}

/** The link to the test that runs, where this browser can know it; else to all of them. */
function OtherTest({ running }: { running: Running }) {
  if (!running) return <Spinner className="size-5 self-center" />;
  if (running === "none") return <OwnTests />;
  return (
    <ButtonLink to={`/take-test/${encodeURIComponent(running.token)}`} className="min-w-0">
      <span className="truncate">Continue “{running.title}”</span>
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
      title={cause.title}
      description={
        lost ? `${words} Open it with the link of its invitation, or from the list of your tests.` : words
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {cause.Way && <cause.Way token={token} running={running} />}
        </>
      }
    />
  );
}
