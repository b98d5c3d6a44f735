import { ScanLine } from "lucide-react";
import { useRef, useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import type { SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./texts";

interface Props {
  session: string;
  onDone: () => void;
}

/** For scanners that type, and for fingers: the field is empty and ready again after each code. */
export function CheckInField({ session, onDone }: Props) {
  const [code, setCode] = useState("");
  const [last, setLast] = useState<SessionPerson>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const check = useSend({
    mutationFn: (scanned: string) =>
      api.post("/sessions/{id}/check-in", { path: { id: session }, body: { code: scanned } }),
    onSuccess: (person) => {
      setLast(person);
      onDone();
    },
    // The next code may have been read by now.
    onError: (error, scanned) => {
      setLast(undefined);
      setProblem(`${scanned}: ${fieldErrors(error).code ?? errorText(error)}`);
    },
    onSettled: () => field.current?.focus(),
  });
  return (
    <form
      className="print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        const scanned = code.trim();
        if (scanned === "") return;
        setCode("");
        setProblem(undefined);
        check.mutate(scanned);
      }}
    >
      <Field label={t("checkInByCode")} hint={last ? undefined : t("scanHint")} error={problem}>
        <div className="flex gap-2">
          <Input
            ref={field}
            value={code}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-48 font-mono uppercase"
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="secondary" icon={ScanLine}>
            {t("checkIn")}
          </Button>
        </div>
      </Field>
      <p role="status" className="mt-1.5 font-medium text-success text-xs empty:hidden">
        {last && t.rich("isCheckedIn", { name: <bdi>{last.applicant_name}</bdi> })}
      </p>
    </form>
  );
}
