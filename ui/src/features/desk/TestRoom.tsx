import { SettingsPanel } from "@/features/settings/SettingsPanel";
import TestPage from "@/features/test-page/TestPage";
import { AdminHeader } from "./AdminHeader";

/** The page of a test, under the header of all rooms. */
export default function TestRoom() {
  return (
    <>
      <TestPage header={<AdminHeader />} />
      <SettingsPanel />
    </>
  );
}
