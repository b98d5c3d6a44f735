import type { ReactNode } from "react";
import SessionPage from "@/features/sessions/SessionPage";
import SessionsPage from "@/features/sessions/SessionsPage";
import { SettingsPanel } from "@/features/settings/SettingsPanel";
import ApiTokensPage from "@/features/settings/tokens/ApiTokensPage";
import { useRights } from "@/lib/rights";
import { useUrlState } from "@/lib/url-state";
import { AdminHeader } from "./AdminHeader";

/** A page under the header of all rooms, which is neither printed nor shown to a hall. */
function Room({ children }: { children: ReactNode }) {
  const { params } = useUrlState();
  const { may } = useRights();
  if (params.get("show") === "code") return children;
  return (
    <>
      <div className="sticky top-0 z-30 border-line border-b print:hidden short:static">
        <AdminHeader />
      </div>
      {children}
      {may("operate") && <SettingsPanel />}
    </>
  );
}

export const SessionsRoom = () => (
  <Room>
    <SessionsPage />
  </Room>
);

export const SessionRoom = () => (
  <Room>
    <SessionPage />
  </Room>
);

export const TokensRoom = () => (
  <Room>
    <ApiTokensPage />
  </Room>
);
