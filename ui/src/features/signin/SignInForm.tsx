import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure, errorText } from "@/api/client";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { type SignInValues, signInSchema } from "./schemas";
import { t } from "./texts";

interface Props {
  /** Prefills the form, after the choice of a demo account or a sign-up. */
  preset: Partial<SignInValues> | null;
}

export function SignInForm({ preset }: Props) {
  const signIn = useSession((state) => state.signIn);
  const { register, handleSubmit, reset, formState, setError } = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: "", password: "" },
  });
  useEffect(() => {
    if (preset) reset({ email: preset.email ?? "", password: preset.password ?? "" });
  }, [preset, reset]);
  const { errors, isSubmitting } = formState;

  const once = useOnce();
  const submit = handleSubmit(
    once(async ({ email, password }) => {
      try {
        await signIn(email, password);
        // No navigation needed: the guard redirects signed-in users.
        toast.success(t("loginSuccessful"));
      } catch (error) {
        toast.error(t("loginFailed", { reason: errorText(error) }));
        // The toast goes away; the field keeps the reason, and the focus is where the typing continues.
        if (error instanceof ApiFailure && error.status === 401)
          setError("password", { message: errorText(error) }, { shouldFocus: true });
        else setError("root", { message: errorText(error) });
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={t("email")} error={errors.email?.message} required>
        <Input {...register("email")} type="email" autoComplete="username" placeholder={t("enterEmail")} />
      </Field>
      <Field label={t("password")} error={errors.password?.message} required>
        <PasswordInput
          {...register("password")}
          autoComplete="current-password"
          placeholder={t("enterPassword")}
        />
      </Field>
      {errors.root && (
        <p role="alert" className="font-medium text-error text-sm">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? t("signingIn") : t("signIn")}
      </Button>
    </form>
  );
}
