import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { homeOf } from "@/lib/home";
import { useSession } from "@/stores/session";
import { Button, ButtonLink } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ChangePasswordDialog } from "@/ui/ChangePasswordDialog";
import { DailySummary } from "./DailySummary";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";
import { t } from "./texts";

/** The directory among those that sign people in; the others are identity providers. */
const DIRECTORY = "LDAP";

/** /security: password, second factor and sessions of the own account, whatever its role. */
export default function SecurityPage() {
  const user = useSession((state) => state.user);
  const [changing, setChanging] = useState(false);
  const provider = user?.provided_by;
  return (
    <main className="mx-auto w-full max-w-2xl space-y-5 px-4 pt-6 pb-12">
      <title>{t("pageTitle")}</title>
      <header className="flex flex-wrap items-center gap-3">
        <ButtonLink to={user ? homeOf(user.role) : "/"} variant="ghost" size="sm" icon={ArrowLeft} turns>
          {t("goBack")}
        </ButtonLink>
        <div className="min-w-0">
          <h1 className="font-semibold text-xl">{t("title")}</h1>
          <p className="truncate text-muted text-sm">
            <bdi>{user?.email}</bdi>
          </p>
        </div>
      </header>
      <Card
        title={t("password")}
        description={t(provider ? "passwordCompany" : "passwordText")}
        actions={
          !provider && (
            <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
              {t("changePassword")}
            </Button>
          )
        }
      />
      {/* A directory has passwords alone. */}
      {provider && provider !== DIRECTORY ? (
        <Card title={t("secondFactor")} description={t("factorCompany")} />
      ) : (
        <SecondFactor />
      )}
      <Sessions />
      {user && user.role !== "applicant" && <DailySummary />}
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </main>
  );
}
