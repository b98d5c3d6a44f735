import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api, errorText } from "@/api/client";
import { useSend } from "@/lib/useSend";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";

/** Sends one mail with the saved settings through the invitations' path, and shows the mail server's reply. */
export function TestEmail() {
  const own = useSession((state) => state.user?.email ?? "");
  const [email, setEmail] = useState(own);
  const test = useSend({
    mutationFn: () => api.post("/admin/email-settings/test", { body: { email: email.trim() } }),
    onSuccess: () => toast.success("Test email sent successfully!"),
    onError: () => toast.error("Failed to send test email"),
  });
  return (
    <section aria-labelledby="test-email" className="border-line border-t pt-6">
      <h3 id="test-email" className="font-semibold text-base">
        Send a test email
      </h3>
      <p className="mt-0.5 text-muted text-sm">Uses the saved settings, so save your changes first.</p>
      <form
        noValidate
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate();
        }}
      >
        <Field label="Send to" className="min-w-56 flex-1">
          <Input type="email" dir="ltr" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Button type="submit" variant="secondary" busy={test.isPending} disabled={email.trim() === ""}>
          Send Test Email
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm empty:hidden">
        {test.isSuccess && (
          <p className="flex gap-2 text-success">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {test.data.message}
          </p>
        )}
        {test.isError && (
          <p className="flex gap-2 text-error">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {errorText(test.error)}
          </p>
        )}
      </div>
    </section>
  );
}
