import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput, StrengthHint } from "@/ui/PasswordInput";
import type { SignUpValues } from "./schemas";
import { t } from "./texts";

interface Props {
  register: (name: keyof SignUpValues) => UseFormRegisterReturn;
  errors: Partial<Record<keyof SignUpValues, { message?: string }>>;
  /** As it is typed. */
  password: string;
}

/** Name, address and password of a new account. */
export function AccountFields({ register, errors, password }: Props) {
  return (
    <>
      <Field label={t("fullName")} error={errors.fullName?.message} required>
        <Input {...register("fullName")} autoComplete="name" placeholder={t("enterFullName")} />
      </Field>
      <Field label={t("email")} error={errors.email?.message} required>
        <Input {...register("email")} type="email" autoComplete="username" placeholder={t("enterEmail")} />
      </Field>
      <Field
        label={t("password")}
        error={errors.password?.message}
        hint={<StrengthHint password={password} />}
        required
      >
        <PasswordInput
          {...register("password")}
          autoComplete="new-password"
          placeholder={t("createPassword")}
        />
      </Field>
    </>
  );
}
