import { useUrlState } from "@/lib/url-state";
import { SlideOver } from "@/ui/SlideOver";
import { Tabs } from "@/ui/Tabs";
import { AdminsTab } from "./admins/AdminsTab";
import { ApplicantsTab } from "./applicants/ApplicantsTab";
import { CompanyTab } from "./company/CompanyTab";
import { EmailTab } from "./EmailTab";
import { EvidenceTab } from "./evidence/EvidenceTab";
import { OperationsTab } from "./operations/OperationsTab";
import { RunnersTab } from "./runners/RunnersTab";
import { ThemeTab } from "./theme/ThemeTab";

const CONTENT = {
  applicants: ApplicantsTab,
  email: EmailTab,
  company: CompanyTab,
  theme: ThemeTab,
  admins: AdminsTab,
  evidence: EvidenceTab,
  runners: RunnersTab,
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
      wide
      onOpenChange={() => change({ settings: null, erasure: null })}
      title="Admin Settings"
    >
      <Tabs
        label="Settings"
        value={tab}
        onChange={(value) => change({ settings: value, erasure: null }, { replace: true })}
        listClassName="mb-5 -mt-3"
        innerClassName="sm:flex-wrap"
        items={[
          { value: "applicants", label: "Applicant Management" },
          { value: "email", label: "API & Email Settings" },
          { value: "company", label: "Company" },
          { value: "theme", label: "Theme Settings" },
          { value: "admins", label: "Admin Management" },
          { value: "evidence", label: "Evidence" },
          { value: "runners", label: "Code runners" },
          { value: "operations", label: "Operations" },
        ]}
      >
        <Content />
      </Tabs>
    </SlideOver>
  );
}
