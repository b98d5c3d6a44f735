import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { ReceiptData } from "@/features/receipt/data";
import { Receipt } from "@/features/receipt/Receipt";
import { Undelivered } from "@/features/receipt/Undelivered";
import { useReceipt } from "@/features/receipt/useReceipt";
import { homeOf } from "@/lib/home";
import { useSession } from "@/stores/session";
import { Brand } from "@/ui/Brand";
import { Button } from "@/ui/Button";
import { Logo } from "@/ui/Logo";
import { Skeleton } from "@/ui/Skeleton";
import { PageSpinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import { DemoAccounts } from "./DemoAccounts";
import { FirstRun } from "./FirstRun";
import { ProviderSignIn } from "./ProviderSignIn";
import { keptPlace } from "./place";
import { SignInForm } from "./SignInForm";
import { SignUpForm } from "./SignUpForm";
import type { SignInValues } from "./schemas";
import { t } from "./texts";
import { useAdminCheck } from "./useAdminCheck";
import { useReturned } from "./useReturned";

type Mode = "login" | "register";

function Frame({ receipt, children }: { receipt?: ReceiptData | null; children: ReactNode }) {
  const { company } = receipt ?? {};
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{t("pageTitle")}</title>
      <div className="w-full max-w-md space-y-6">
        <div className="flex flex-col items-center text-center">
          <h1>{company?.name || company?.logo ? <Brand company={company} /> : <Logo size="lg" />}</h1>
          {!receipt && <p className="mt-2 text-ink-2 text-sm">{t("product")}</p>}
        </div>
        <Undelivered />
        {children}
      </div>
    </main>
  );
}

function LoadingCard() {
  return (
    <div
      role="status"
      aria-label={t("checkingServer")}
      className="space-y-5 rounded-card border border-line bg-surface p-6"
    >
      <Skeleton className="h-12 sm:h-10" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-10" />
    </div>
  );
}

/** Route state of `RequireRole`: the page that needs the sign-in. */
function placeLeft(state: unknown): string | undefined {
  const { pathname, search } = (state ?? {}) as Partial<Location>;
  return pathname && `${pathname}${search}`;
}

export default function LoginPage() {
  const { status, user } = useSession();
  const { state, search } = useLocation();
  const check = useAdminCheck();
  const [mode, setMode] = useState<Mode>("login");
  const [settingUp, setSettingUp] = useState(false);
  const [preset, setPreset] = useState<Partial<SignInValues> | null>(null);
  const { receipt, dismiss } = useReceipt();
  // Who comes back from the company's sign-in asked for it: the form says how it ended.
  const [isBack] = useState(() => new URLSearchParams(search).has("sign_in"));
  const [unfolded, setUnfolded] = useState(isBack);
  const returned = useReturned();
  const place = placeLeft(state) ?? (isBack ? keptPlace() : undefined);

  if (user && !returned.isPending) return <Navigate to={place ?? homeOf(user.role)} replace />;
  if (status === "loading" || returned.isPending) return <PageSpinner label={t("loadingSession")} />;
  if (receipt && !unfolded) {
    return (
      <Frame receipt={receipt}>
        <Receipt receipt={receipt} onDismiss={dismiss} />
        <Button variant="ghost" className="w-full whitespace-normal!" onClick={() => setUnfolded(true)}>
          {t("signInToSeeTests")}
        </Button>
      </Frame>
    );
  }
  if (check.loading) {
    return (
      <Frame>
        <LoadingCard />
      </Frame>
    );
  }

  const toSignIn = (values: Partial<SignInValues>) => {
    setPreset(values);
    setMode("login");
  };

  return (
    <Frame>
      {receipt && <Receipt receipt={receipt} onDismiss={dismiss} />}
      {check.needsSetup && (
        <FirstRun
          open={settingUp}
          onOpen={setSettingUp}
          onDone={(email) => {
            check.adminMade();
            toSignIn({ email });
          }}
        />
      )}
      {!(check.needsSetup && settingUp) && (
        <section aria-label={t("account")} className="rounded-card border border-line bg-surface p-6">
          <Tabs
            label={t("account")}
            segmented
            listClassName="mb-5"
            value={mode}
            onChange={(value) => setMode(value === "register" ? "register" : "login")}
            items={[
              { value: "login", label: t("signIn") },
              { value: "register", label: t("signUp") },
            ]}
          >
            {mode === "login" ? (
              <div className="space-y-4">
                <SignInForm preset={preset} takesNames={check.takesNames} />
                <ProviderSignIn place={place} code={returned.code} />
              </div>
            ) : (
              <SignUpForm onRegistered={() => toSignIn({})} />
            )}
          </Tabs>
        </section>
      )}
      {check.demoAccounts.length > 0 && <DemoAccounts accounts={check.demoAccounts} />}
    </Frame>
  );
}
