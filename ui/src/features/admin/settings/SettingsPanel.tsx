import { useUrlState } from "@/lib/url-state";
import { SlideOver } from "@/ui/SlideOver";
import { Tabs } from "@/ui/Tabs";
import { EmailTab } from "./EmailTab";
import { ThemeTab } from "./ThemeTab";

export function SettingsPanel() {
  const { params, change } = useUrlState();
  const open = params.get("settings");
  if (!open) return null;
  const tab = open === "theme" ? "theme" : "email";
  return (
    <SlideOver open wide onOpenChange={() => change({ settings: null })} title="Admin Settings">
      <Tabs
        label="Settings"
        value={tab}
        onChange={(value) => change({ settings: value }, { replace: true })}
        listClassName="mb-5 -mt-3"
        items={[
          { value: "email", label: "API & Email Settings" },
          { value: "theme", label: "Theme Settings" },
        ]}
      >
        {tab === "email" ? <EmailTab /> : <ThemeTab />}
      </Tabs>
    </SlideOver>
  );
}
