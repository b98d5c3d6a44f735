import { LogOut, ScanLine } from "lucide-react";
import { useRef, useState } from "react";
import { api, errorText, fieldErrors } from "@/api/client";
import type { SessionPerson } from "@/api/types";
import { useSend } from "@/lib/useSend";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { t } from "./texts";

interface Props {
  session: string;
  onDone: () => void;
}

const wordsOf = ({ person, out }: { person: SessionPerson; out: boolean }) =>
  out ? (person.checked_out_at ? "isCheckedOut" : "wasNotCheckedIn") : "isCheckedIn";

/** For scanners that type, and for fingers: the field is empty and ready again after each code. */
export function CheckInField({ session, onDone }: Props) {
  const [code, setCode] = useState("");
  /** People leave: each code checks out. */
  const [leaving, setLeaving] = useState(false);
  const [last, setLast] = useState<{ person: SessionPerson; out: boolean }>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const check = useSend({
    mutationFn: ({ scanned, out }: { scanned: string; out: boolean }) =>
      api.post("/sessions/{id}/check-in", {
        path: { id: session },
        body: { code: scanned, ...(out && { out }) },
      }),
    onSuccess: (person, { out }) => {
      setLast({ person, out });
      onDone();
    },
    // The next code may have been read by now.
    onError: (error, { scanned }) => {
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
        check.mutate({ scanned, out: leaving });
      }}
    >
      <Field
        label={t(leaving ? "checkOutByCode" : "checkInByCode")}
        hint={last ? undefined : t("scanHint")}
        error={problem}
      >
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
          <Button type="submit" variant="secondary" icon={leaving ? LogOut : ScanLine} turns={leaving}>
            {t(leaving ? "checkOut" : "checkIn")}
          </Button>
        </div>
      </Field>
      <p role="status" className="mt-1.5 font-medium text-success text-xs empty:hidden">
        {last && t.rich(wordsOf(last), { name: <bdi>{last.person.applicant_name}</bdi> })}
      </p>
      <Checkbox
        label={t("peopleLeave")}
        checked={leaving}
        onChange={(event) => {
          setLeaving(event.target.checked);
          setLast(undefined);
          field.current?.focus();
        }}
      />
    </form>
  );
}
