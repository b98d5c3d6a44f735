import { useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./texts";

interface Props {
  value: string;
  error: string | undefined;
  onChange(text: string): void;
}

/** A receipt is a few lines, and a candidate's own data some megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The proof on a candidate's receipt: pasted, or read from its file. */
export function ReceiptField({ value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState(false);
  const read = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    const text = file.size > MAX_BYTES ? undefined : await file.text().catch(() => undefined);
    setFailed(text === undefined);
    if (text !== undefined) onChange(text);
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field
        label={t("receipt")}
        hint={t("receiptHint")}
        error={failed ? t("fileUnreadable") : error}
        className="flex-1 basis-72"
      >
        <Input
          value={value}
          placeholder={t("proofOfAnswers")}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onChange={(event) => {
            setFailed(false);
            onChange(event.target.value);
          }}
        />
      </Field>
      <input
        ref={input}
        type="file"
        accept=".txt,.json"
        aria-label={t("receiptFile")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button variant="secondary" className="sm:mt-6.5" onClick={() => input.current?.click()}>
        {t("readFile")}
      </Button>
    </div>
  );
}
