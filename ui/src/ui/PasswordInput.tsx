import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { accountText } from "@/lib/account-texts";
import { strengthLabel, strengthOf } from "@/lib/strength";
import { IconButton } from "./Button";
import { Input, type InputProps } from "./Input";

export function PasswordInput(props: Omit<InputProps, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative" dir="ltr">
      <Input {...props} type={shown ? "text" : "password"} className="pe-11" />
      <IconButton
        label={shown ? accountText("hideCharacters") : accountText("showCharacters")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute! top-0 end-0 sm:size-10!"
      >
        {shown ? (
          <EyeOff aria-hidden="true" className="size-4" />
        ) : (
          <Eye aria-hidden="true" className="size-4" />
        )}
      </IconButton>
    </div>
  );
}

const BAR_TONES = ["bg-error", "bg-error", "bg-warning", "bg-success"];

/** Strength hint while a new password is typed. */
export function StrengthHint({ password }: { password: string }) {
  const strength = strengthOf(password);
  if (!password) return <>{accountText("passwordHint")}</>;
  return (
    <span className="flex items-center gap-2" aria-live="polite">
      <span aria-hidden="true" className="flex w-20 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1 flex-1 rounded-full ${step <= strength ? BAR_TONES[strength] : "bg-line"}`}
          />
        ))}
      </span>
      {strengthLabel(strength)}
    </span>
  );
}
