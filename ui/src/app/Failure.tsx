import { Component, type ReactNode, useContext, useEffect, useState } from "react";
import { reportMishap } from "@/lib/mishap";
import { Button, ButtonLink } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { PageSpinner } from "@/ui/Spinner";
import { isMissingPart, serverIsBack } from "./missing-part";
import { after, isTest, Renewal, renewals } from "./renewal";
import { t } from "./texts";

/** After a failure: makes the page again, during a test as often as it takes. */
export function Again({ error }: { error: unknown }) {
  const renew = useContext(Renewal);
  const lasting = isTest(window.location.pathname);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    reportMishap(error);
    // Here, because React renders a failure twice before it shows it, and each counts once.
    const wait = renewals.next(performance.now(), lasting);
    if (wait === undefined) {
      setFailed(true);
      return;
    }
    const stop = new AbortController();
    after(wait, async () => {
      // A deployment replaces the page's parts: the new document names the new ones.
      if (isMissingPart(error) && (await serverIsBack(stop.signal)) === "reload") window.location.reload();
      else if (!stop.signal.aborted) renew();
    });
    return () => stop.abort();
  }, [error, lasting, renew]);
  if (!failed) return <PageSpinner label={t("startingPageAgain")} />;
  return (
    <Failed heading={t("failed")} text={isMissingPart(error) ? t("partMissing") : t("ranIntoProblem")}>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {t("reload")}
      </Button>
    </Failed>
  );
}

interface FailedProps {
  heading: string;
  text: ReactNode;
  small?: string;
  /** Ways on, beside the one to the start page. */
  children?: ReactNode;
}

export function Failed({ heading, text, small, children }: FailedProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-8 text-center">
        <span className="flex justify-center">
          <Logo />
        </span>
        <h1 className="mt-6 font-semibold text-ink text-xl">{heading}</h1>
        <p className="mt-2 text-ink-2 text-sm">{text}</p>
        {small && <p className="mt-2 text-muted text-xs">{small}</p>}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {children}
          <ButtonLink to="/" reloadDocument>
            {t("goToStart")}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

/** Answers failures of what it holds by making the page again. */
export class Boundary extends Component<{ children: ReactNode }, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    return this.state.failure ? <Again error={this.state.failure.error} /> : this.props.children;
  }
}
