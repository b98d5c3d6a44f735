import {
  Building2,
  CalendarX2,
  FileCheck2,
  GraduationCap,
  KeyRound,
  Mail,
  Palette,
  Server,
  ShieldCheck,
  SquareTerminal,
  Users,
  Webhook,
} from "lucide-react";
import { useUrlState } from "@/lib/url-state";
import { SideTabs } from "@/ui/SideTabs";
import { SlideOver } from "@/ui/SlideOver";
import { AdminsTab } from "./admins/AdminsTab";
import { ApplicantsTab } from "./applicants/ApplicantsTab";
import { CompanyTab } from "./company/CompanyTab";
import { DataTab } from "./data/DataTab";
import { EmailTab } from "./EmailTab";
import { EvidenceTab } from "./evidence/EvidenceTab";
import { PlatformsTab } from "./lti/PlatformsTab";
import { OperationsTab } from "./operations/OperationsTab";
import { RunnersTab } from "./runners/RunnersTab";
import { SignInTab } from "./sign-in/SignInTab";
import { t } from "./texts";
import { ThemeTab } from "./theme/ThemeTab";
import { WebhooksTab } from "./webhooks/WebhooksTab";

const CONTENT = {
  applicants: ApplicantsTab,
  email: EmailTab,
  company: CompanyTab,
  theme: ThemeTab,
  admins: AdminsTab,
  "sign-in": SignInTab,
  data: DataTab,
  evidence: EvidenceTab,
  runners: RunnersTab,
  webhooks: WebhooksTab,
  lti: PlatformsTab,
  operations: OperationsTab,
};
type Name = keyof typeof CONTENT;
const isName = (text: string): text is Name => Object.hasOwn(CONTENT, text);

export function SettingsPanel() {
  const { params, change } = useUrlState();
  const open = params.get("settings");
  if (!open) return null;
  const tab = isName(open) ? open : "applicants";
  const Content = CONTENT[tab];
  return (
    <SlideOver
      open
      wide="extra"
      onOpenChange={() => change({ settings: null, erasure: null })}
      title={t("adminSettings")}
    >
      <SideTabs
        label={t("settings")}
        menuLabel={t("section")}
        value={tab}
        onChange={(value) => change({ settings: value, erasure: null }, { replace: true })}
        items={[
          { value: "applicants", label: t("tabApplicants"), icon: Users },
          { value: "email", label: t("tabEmail"), icon: Mail },
          { value: "company", label: t("tabCompany"), icon: Building2 },
          { value: "theme", label: t("tabTheme"), icon: Palette },
          { value: "admins", label: t("tabAdmins"), icon: ShieldCheck },
          { value: "sign-in", label: t("tabSignIn"), icon: KeyRound },
          { value: "data", label: t("tabData"), icon: CalendarX2 },
          { value: "evidence", label: t("tabEvidence"), icon: FileCheck2 },
          { value: "runners", label: t("tabRunners"), icon: SquareTerminal },
          { value: "webhooks", label: t("tabWebhooks"), icon: Webhook },
          { value: "lti", label: t("tabLti"), icon: GraduationCap },
          { value: "operations", label: t("tabOperations"), icon: Server },
        ]}
      >
        <Content />
      </SideTabs>
    </SlideOver>
  );
}
