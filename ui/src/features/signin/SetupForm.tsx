import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ApiFailure, api, errorText } from "@/api/client";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { type SetupValues, setupSchema } from "./schemas";

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
        toast.error(`Setup failed: ${errorText(error)}`);
        return;
      }
      try {
        await signIn(email, password);
        toast.success("Admin created successfully!");
      } catch {
        toast.success("Admin created successfully! Please login.");
        onDone(email);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field
        label="Setup token"
        error={errors.setupToken?.message}
        hint="The server printed it when it started, because it has no administrator yet."
        required
      >
        <Input
          {...register("setupToken")}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
          placeholder="Paste the setup token"
        />
      </Field>
      <Field label="Full name" error={errors.fullName?.message} required>
        <Input {...register("fullName")} autoComplete="name" placeholder="Enter your full name" />
      </Field>
      <Field label="Email" error={errors.email?.message} required>
        <Input {...register("email")} type="email" autoComplete="username" placeholder="Enter your email" />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={<StrengthHint password={watch("password")} />}
        required
      >
        <PasswordInput
          {...register("password")}
          autoComplete="new-password"
          placeholder="Create a password"
        />
      </Field>
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? "Creating Account..." : "Create the administrator"}
      </Button>
    </form>
  );
}
