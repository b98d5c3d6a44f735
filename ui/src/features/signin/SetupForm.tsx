import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ApiFailure, api, errorText } from "@/api/client";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { AccountFields } from "./AccountFields";
import { type SetupValues, setupSchema } from "./schemas";
import { t } from "./texts";

interface Props {
  /** Called once the admin exists, even if the sign-in that follows fails. */
  onDone: (email: string) => void;
}

/** Creates the first admin, the superadmin, with the setup token from the server's log. */
export function SetupForm({ onDone }: Props) {
  const signIn = useSession((state) => state.signIn);
  const { register, handleSubmit, setError, watch, formState } = useForm<SetupValues>({
    resolver: zodResolver(setupSchema),
    defaultValues: { setupToken: "", fullName: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const once = useOnce();
  const submit = handleSubmit(
    once(async ({ setupToken, fullName, email, password }) => {
      try {
        await api.post("/auth/setup", {
          body: { setup_token: setupToken, email, password, full_name: fullName },
        });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "wrong_setup_token")
          setError("setupToken", { message: error.detail });
        if (error instanceof ApiFailure && error.code === "admin_exists") onDone(email);
        toast.error(t("setupFailed", { reason: errorText(error) }));
        return;
      }
      try {
        await signIn(email, password);
        toast.success(t("adminCreated"));
      } catch {
        toast.success(t("adminCreatedLogin"));
        onDone(email);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={t("setupToken")} error={errors.setupToken?.message} hint={t("setupTokenHint")} required>
        <Input
          {...register("setupToken")}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
          placeholder={t("pasteSetupToken")}
        />
      </Field>
      <AccountFields register={register} errors={errors} password={watch("password")} />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? t("creatingAccount") : t("createAdministrator")}
      </Button>
    </form>
  );
}
