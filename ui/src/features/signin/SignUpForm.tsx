import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ApiFailure, api, errorText } from "@/api/client";
import { useOnce } from "@/lib/useOnce";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { AccountFields } from "./AccountFields";
import { type SignUpValues, signUpSchema } from "./schemas";
import { t } from "./texts";

interface Props {
  onRegistered: () => void;
}

/** Creates applicants only (docs/behaviour/accounts.md#accounts). */
export function SignUpForm({ onRegistered }: Props) {
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<SignUpValues>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { fullName: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const once = useOnce();
  const submit = handleSubmit(
    once(async ({ fullName, email, password }) => {
      try {
        await api.post("/auth/register", {
          body: { email, password, full_name: fullName },
        });
        toast.success(t("registered"));
        reset();
        onRegistered();
      } catch (error) {
        if (error instanceof ApiFailure) {
          if (error.fields.email) setError("email", { message: error.fields.email });
          if (error.fields.password) setError("password", { message: error.fields.password });
          if (error.fields.full_name) setError("fullName", { message: error.fields.full_name });
        }
        toast.error(t("registrationFailed", { reason: errorText(error) }));
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <AccountFields register={register} errors={errors} password={watch("password")} />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? t("creatingAccount") : t("createAccount")}
      </Button>
    </form>
  );
}
