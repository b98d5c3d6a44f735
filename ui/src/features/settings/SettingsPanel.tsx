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
      title="Admin Settings"
    >
      <SideTabs
        label="Settings"
        menuLabel="Section"
        value={tab}
        onChange={(value) => change({ settings: value, erasure: null }, { replace: true })}
        items={[
          { value: "applicants", label: "Applicant Management", icon: Users },
          { value: "email", label: "API & Email Settings", icon: Mail },
          { value: "company", label: "Company", icon: Building2 },
          { value: "theme", label: "Theme Settings", icon: Palette },
          { value: "admins", label: "Admin Management", icon: ShieldCheck },
          { value: "sign-in", label: "Sign-in", icon: KeyRound },
          { value: "data", label: "Data", icon: CalendarX2 },
          { value: "evidence", label: "Evidence", icon: FileCheck2 },
          { value: "runners", label: "Code runners", icon: SquareTerminal },
          { value: "webhooks", label: "Webhooks", icon: Webhook },
          { value: "lti", label: "Learning platforms", icon: GraduationCap },
          { value: "operations", label: "Operations", icon: Server },
        ]}
      >
        <Content />
      </SideTabs>
    </SlideOver>
  );
}
