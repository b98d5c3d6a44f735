import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/api/client";
import { invalidate, queryOf } from "@/api/query";
import { formatDateTime } from "@/lib/format";
import { useSession } from "@/stores/session";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { Enrol } from "./Enrol";
import { ProofDialog } from "./ProofDialog";
import { RecoveryCodes } from "./RecoveryCodes";
import { t } from "./texts";

type Asked = "set-up" | "take-off" | "codes" | null;

/** The second factor of the own account: set up, taken off, new recovery codes. */
export function SecondFactor() {
  const client = useQueryClient();
  const email = useSession((state) => state.user?.email ?? "");
  const [asked, setAsked] = useState<Asked>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data, error, refetch } = useQuery(queryOf("/auth/totp"));
  const close = () => {
    setAsked(null);
    void invalidate(client, "/auth/totp");
  };

  const state = data && (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          {data.on_since ? t("factorOn", { at: formatDateTime(data.on_since) }) : t("factorOff")}
        </p>
        {data.on_since && <p className="text-muted">{t("codesLeft", { count: data.recovery_codes_left })}</p>}
        {!data.on_since && data.due_at && (
          <p className="font-medium text-warning">{t("factorDue", { at: formatDateTime(data.due_at) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {data.on_since ? (
          <>
            <Button variant="secondary" size="sm" onClick={() => setAsked("codes")}>
              {t("newCodes")}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setAsked("take-off")}>
              {t("takeOff")}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => setAsked("set-up")}>
            {t("setUp")}
          </Button>
        )}
      </div>
    </div>
  );
  return (
    <Card title={t("secondFactor")} description={t("secondFactorText")}>
      {state ||
        (error ? (
          <QueryError title={t("factorNotLoaded")} {...{ error, refetch }} />
        ) : (
          <div role="status" aria-label={t("loadingFactor")}>
            <Skeleton className="h-12" />
          </div>
        ))}
      {asked === "set-up" && (
        <Dialog open size="sm" onOpenChange={(open) => !open && close()} title={t("secondFactor")}>
          <Enrol
            email={email}
            onCancel={close}
            onDone={() => {
              toast.success(t("factorIsOn"));
              close();
            }}
          />
        </Dialog>
      )}
      {asked === "take-off" && (
        <ProofDialog
          title={t("takeOffTitle")}
          text={t("takeOffText")}
          confirmLabel={t("takeOff")}
          danger
          send={(body) => api.post("/auth/totp/disable", { body })}
          onDone={() => {
            toast.success(t("factorIsOff"));
            close();
          }}
          onClose={close}
        />
      )}
      {asked === "codes" && (
        <ProofDialog
          title={t("newCodesTitle")}
          text={t("newCodesText")}
          confirmLabel={t("newCodes")}
          send={(body) => api.post("/auth/totp/recovery-codes", { body })}
          onDone={(done) => {
            setCodes(done.codes);
            close();
          }}
          onClose={close}
        />
      )}
      {codes && (
        <Dialog
          open
          size="sm"
          onOpenChange={(open) => !open && setCodes(null)}
          title={t("codesTitle")}
          footer={<Button onClick={() => setCodes(null)}>{t("codesKept")}</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </Card>
  );
}
