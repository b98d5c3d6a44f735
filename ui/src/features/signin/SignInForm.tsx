import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { errorText } from "@/api/client";
import { useOnce } from "@/lib/useOnce";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { type SignInValues, signInSchema } from "./schemas";

interface Props {
  /** Prefills the form, after the choice of a demo account or a sign-up. */
  preset: Partial<SignInValues> | null;
}

export function SignInForm({ preset }: Props) {
  const signIn = useSession((state) => state.signIn);
  const { register, handleSubmit, reset, setFocus, formState } = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: "", password: "" },
  });
  useEffect(() => {
    if (preset) reset({ email: preset.email ?? "", password: preset.password ?? "" });
  }, [preset, reset]);
  const { errors, isSubmitting } = formState;

  const [failure, setFailure] = useState("");
  const once = useOnce();
  const submit = handleSubmit(
    once(async ({ email, password }) => {
      setFailure("");
      try {
        await signIn(email, password);
        // No navigation needed: the guard redirects signed-in users.
        toast.success("Login successful!");
      } catch (error) {
        // The toast goes; the reason stays beside the fields.
        toast.error(`Login failed: ${errorText(error)}`);
        setFailure(errorText(error));
        setFocus("password");
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label="Email" error={errors.email?.message} required>
        <Input {...register("email")} type="email" autoComplete="username" placeholder="Enter your email" />
      </Field>
      <Field label="Password" error={errors.password?.message} required>
        <PasswordInput
          {...register("password")}
          autoComplete="current-password"
          placeholder="Enter your password"
        />
      </Field>
      {failure && <p className="font-medium text-error text-sm">{failure}</p>}
      <Button type="submit" busy={isSubmitting} className="w-full">
        {isSubmitting ? "Signing In..." : "Sign In"}
      </Button>
    </form>
  );
}
