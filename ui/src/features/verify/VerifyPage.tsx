import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, LogIn, MailQuestion } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiFailure, api, errorText } from "@/api/client";
import { PENDING_PROOF } from "@/lib/email-verification";
import { session as sessionStore } from "@/lib/storage";
import { useSession } from "@/stores/session";
import { Button, ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { PageSpinner } from "@/ui/Spinner";
import { t } from "./texts";

interface CardProps {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

function Card({ icon, title, text, children }: CardProps) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md grid-cols-1 content-center px-4 py-8 text-center">
      <title>{t("pageTitle", { title })}</title>
      <div className="mb-6 flex justify-center">
        <Logo />
      </div>
      <section className="rounded-card border border-line bg-surface px-6 py-8">
        <span
          aria-hidden="true"
          className="mx-auto grid size-12 place-items-center rounded-full bg-subtle text-ink-2 [&_svg]:size-6"
        >
          {icon}
        </span>
        <h1 className="mt-4 font-semibold text-xl">{title}</h1>
        <p role="status" className="mt-2 text-ink-2">
          {text}
        </p>
        <div className="mt-6 flex flex-col gap-2">{children}</div>
      </section>
    </main>
  );
}

/** /verify/:token: the email verification link, valid only in a session of the account that it was sent for. */
export default function VerifyPage() {
  const { token = "" } = useParams();
  const client = useQueryClient();
  const { status, user, load } = useSession();
  const [failure, setFailure] = useState<{ text: string; again: boolean } | null>(null);
  const [done, setDone] = useState(false);
  const [round, setRound] = useState(0);
  const applicant = user?.role === "applicant";

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a retry
  useEffect(() => {
    if (status === "anonymous") sessionStore.set(PENDING_PROOF, token);
    if (!applicant) return;
    let current = true;
    setFailure(null);
    api
      .post("/auth/verify-mailbox", { body: { token } })
      .then(() => {
        sessionStore.remove(PENDING_PROOF);
        if (!current) return;
        setDone(true);
        // The cached lists are empty.
        void client.invalidateQueries();
        void load();
      })
      .catch((error: unknown) => {
        const refused = error instanceof ApiFailure && error.status < 500 && error.status !== 429;
        if (refused) sessionStore.remove(PENDING_PROOF);
        if (current) setFailure({ text: errorText(error), again: !refused });
      });
    return () => {
      current = false;
    };
  }, [applicant, status, token, load, client, round]);

  const home = (
    <ButtonLink to="/" variant={done ? "primary" : "secondary"}>
      {done ? t("goToTests") : t("goHome")}
    </ButtonLink>
  );
  if (done) {
    return (
      <Card icon={<CircleCheck />} title={t("addressConfirmed")} text={t("invitationsAppear")}>
        {home}
      </Card>
    );
  }
  if (failure) {
    return (
      <Card icon={<MailQuestion />} title={t("notConfirmed")} text={failure.text}>
        {failure.again && <Button onClick={() => setRound(round + 1)}>{t("tryAgain")}</Button>}
        {home}
      </Card>
    );
  }
  if (status === "anonymous") {
    return (
      <Card icon={<LogIn className="rtl:-scale-x-100" />} title={t("signInToConfirm")} text={t("linkCounts")}>
        <ButtonLink to="/login">{t("goToLogin")}</ButtonLink>
      </Card>
    );
  }
  if (user && !applicant) {
    const text = t("notAnApplicant");
    return (
      <Card icon={<MailQuestion />} title={t("forApplicants")} text={text}>
        {home}
      </Card>
    );
  }
  return <PageSpinner label={t("confirmingAddress")} />;
}
