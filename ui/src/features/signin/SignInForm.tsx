import { zodResolver } from "@hookform/resolvers/zod";
import { lazy, Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router-dom";
import { ApiFailure, errorText } from "@/api/client";
import { formatDateTime } from "@/lib/format";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { namedSignInSchema, type SignInValues, signInSchema } from "./schemas";
import { t } from "./texts";

// Seldom needed, so loaded on demand.
const Enrol = lazy(() => import("@/features/security/Enrol").then((module) => ({ default: module.Enrol })));

/** Steps after the password: none, a code, or a second factor that must be set up first. */
type Step = "password" | "code" | "set-up";

const STEPS: Record<string, Step> = { totp_required: "code", second_factor_due: "set-up" };

interface Props {
  /** Prefills the form, after the choice of a demo account or a sign-up. */
  preset: Partial<SignInValues> | null;
  /** Whether a name of the company's directory will do. */
  takesNames: boolean;
}

export function SignInForm({ preset, takesNames }: Props) {
  const signIn = useSession((state) => state.signIn);
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>("password");
  const [code, setCode] = useState("");
  const { register, handleSubmit, reset, formState, getValues, setError } = useForm<SignInValues>({
    resolver: zodResolver(takesNames ? namedSignInSchema : signInSchema),
    defaultValues: { email: "", password: "" },
  });
  useEffect(() => {
    if (!preset) return;
    setStep("password");
    reset({ email: preset.email ?? "", password: preset.password ?? "" });
  }, [preset, reset]);
  const { errors, isSubmitting } = formState;

  const once = useOnce();
  const submit = handleSubmit(
    once(async ({ email, password }) => {
      try {
        const due = await signIn(email, password, step === "code" ? code.trim() : undefined);
        // No navigation needed: the guard redirects signed-in users.
        if (due) {
          toast.success(t("factorDue", { at: formatDateTime(due) }), {
            action: { label: t("setUpFactor"), run: () => void navigate("/security") },
          });
        } else toast.success(t("loginSuccessful"));
      } catch (error) {
        const next = error instanceof ApiFailure ? STEPS[error.code] : undefined;
        if (next && next !== step) {
          setCode("");
          setStep(next);
          return;
        }
        toast.error(t("loginFailed", { reason: errorText(error) }));
        // The toast goes away; the field keeps the reason, and the focus is where the typing continues.
        if (step === "code") setError("root", { message: errorText(error) });
        else if (error instanceof ApiFailure && error.status === 401)
          setError("password", { message: errorText(error) }, { shouldFocus: true });
        else setError("root", { message: errorText(error) });
      }
    }),
  );

  const { email, password } = getValues();
  if (step === "set-up") {
    return (
      <div className="space-y-4">
        <p role="status" className="text-ink-2 text-sm">
          {t("factorDemanded")}
        </p>
        <Suspense>
          <Enrol
            email={email}
            password={password}
            onCancel={() => setStep("password")}
            onDone={() => {
              toast.success(t("factorDone"));
              setStep("code");
            }}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div hidden={step === "code"} className="space-y-4">
        <Field label={t(takesNames ? "emailOrName" : "email")} error={errors.email?.message} required>
          <Input
            {...register("email")}
            type={takesNames ? "text" : "email"}
            autoCapitalize="none"
            autoComplete="username"
            placeholder={takesNames ? undefined : t("enterEmail")}
          />
        </Field>
        <Field label={t("password")} error={errors.password?.message} required>
          <PasswordInput
            {...register("password")}
            autoComplete="current-password"
            placeholder={t("enterPassword")}
          />
        </Field>
      </div>
      {step === "code" && (
        <Field label={t("code")} hint={t("codeHint")} required>
          <Input
            value={code}
            autoComplete="one-time-code"
            placeholder={t("enterCode")}
            // The step was asked for by the person: the focus follows it.
            ref={(input) => input?.focus()}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {errors.root && (
        <p role="alert" className="font-medium text-error text-sm">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? t("signingIn") : t("signIn")}
      </Button>
      {step === "code" && (
        <Button variant="ghost" className="w-full" onClick={() => setStep("password")}>
          {t("otherAccount")}
        </Button>
      )}
      <p className="text-center text-sm">
        <Link to="/forgot-password" className="text-ink-2 underline underline-offset-2 hover:text-ink">
          {t("forgotPassword")}
        </Link>
      </p>
    </form>
  );
}
