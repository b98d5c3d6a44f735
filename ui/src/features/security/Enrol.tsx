import { useId, useState } from "react";
import { ApiFailure, api, errorText } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { RecoveryCodes } from "./RecoveryCodes";
import { t } from "./texts";

interface Props {
  email: string;
  /** Where it was just typed, as on the sign-in page; else it is asked for. */
  password?: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Modules of white around a QR code, as its standard asks. */
const QUIET = 4;

const problemOf = (error: unknown, field: string) => {
  if (!error) return undefined;
  return (error instanceof ApiFailure && error.fields[field]) || undefined;
};

function Problem({ error, shown }: { error: unknown; shown: string }) {
  if (!error || problemOf(error, shown)) return null;
  return (
    <p role="alert" className="font-medium text-error text-sm">
      {errorText(error)}
    </p>
  );
}

function Picture({ size, path }: { size: number; path: string }) {
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={t("qrLabel")}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-52"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Sets up a second factor: password, picture for the app, first code, recovery codes. */
export function Enrol({ email, password: known, onDone, onCancel }: Props) {
  const id = useId();
  const [password, setPassword] = useState(known ?? "");
  const [code, setCode] = useState("");
  const begin = useSend({
    mutationFn: () => api.post("/auth/totp/begin", { body: { email, password } }),
  });
  const confirm = useSend({
    mutationFn: () => api.post("/auth/totp/confirm", { body: { email, password, code } }),
  });
  const made = begin.data;

  if (confirm.data) {
    return (
      <div className="space-y-4">
        <h2 className="font-semibold text-base">{t("codesTitle")}</h2>
        <RecoveryCodes codes={confirm.data.codes} />
        <Button className="w-full" onClick={onDone}>
          {t("codesKept")}
        </Button>
      </div>
    );
  }
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (made) confirm.mutate();
        else begin.mutate();
      }}
    >
      {made ? (
        <>
          <h2 className="font-semibold text-base">{t("scanTitle")}</h2>
          <p className="text-ink-2 text-sm">{t("scanText")}</p>
          <Picture size={made.qr_size} path={made.qr_path} />
          <div className="space-y-1 text-sm">
            <p>{t("typeSecret")}</p>
            <p dir="ltr" className="break-all font-mono">
              {made.secret}
            </p>
            <CopyButton text={made.secret} label={t("copySecret")} />
          </div>
          <Field label={t("appCode")} hint={t("codeHint")} error={problemOf(confirm.error, "code")} required>
            <Input
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder={t("enterCode")}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Problem error={confirm.error} shown="code" />
        </>
      ) : (
        <>
          <h2 className="font-semibold text-base">{t("setUpTitle")}</h2>
          {known === undefined && (
            <>
              <p className="text-ink-2 text-sm">{t("setUpText")}</p>
              <Field label={t("ownPassword")} error={problemOf(begin.error, "password")} required>
                <PasswordInput
                  value={password}
                  autoComplete="current-password"
                  placeholder={t("enterOwnPassword")}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
            </>
          )}
          <Problem error={begin.error} shown={known === undefined ? "password" : ""} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          busy={begin.isPending || confirm.isPending}
          disabled={made ? code.trim() === "" : password === ""}
        >
          {made ? t("turnOn") : t("next")}
        </Button>
      </div>
    </form>
  );
}
