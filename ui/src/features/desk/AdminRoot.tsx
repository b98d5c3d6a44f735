import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { loadPicture } from "@/features/staff-shared/pictures";
import { t as shell } from "@/features/staff-shared/shell-texts";
import { inField } from "@/lib/in-field";
import { type Capability, useRights } from "@/lib/rights";
import { useSession } from "@/stores/session";
import { KeysDialog } from "@/ui/KeysDialog";
import { PictureContext } from "@/ui/rich-text/pictures";
import { SkipLink } from "@/ui/SkipLink";
import { PageSpinner } from "@/ui/Spinner";
import { OpenPalette } from "./palette/context";
import { keysAt } from "./palette/room-keys";
import { t } from "./texts";

const Palette = lazy(() => import("./palette/Palette"));

/** What a page is for; the desk itself is for everyone who has any right. */
const ROOMS: readonly [path: string, needs: Capability][] = [
  ["/admin/create-test", "author"],
  ["/admin/trials/", "author"],
  ["/admin/tests/", "read_tests"],
  ["/admin/sessions", "watch"],
  ["/monitoring", "watch"],
  ["/monitor/", "watch"],
];

/** Layout shared by all pages of staff, with the keys that work in each. */
export default function AdminRoot() {
  const rights = useRights();
  const isReviewer = useSession(({ user }) => user?.role === "reviewer");
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<"palette" | "keys" | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === "k"
    ) {
      // In a dialog it would leave what is typed there.
      if (event.defaultPrevented || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      setOpened("palette");
      return;
    }
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return;
    // Rooms with keys of their own show those; some of them listen later than this one.
    setTimeout(() => {
      if (!event.defaultPrevented && !document.querySelector("[role=dialog]")) setOpened("keys");
    }, 0);
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);
  const close = () => setOpened(null);
  if (!rights.ready) return <PageSpinner label={t("loadingRoles")} />;
  if (isReviewer && !rights.any) return <Navigate to="/review" replace />;
  const needed = ROOMS.find(([path]) => pathname.startsWith(path))?.[1];
  if (needed && !rights.may(needed)) return <Navigate to="/admin" replace />;
  return (
    <PictureContext value={loadPicture}>
      <OpenPalette value={() => setOpened("palette")}>
        <SkipLink label={shell("skipToContent")} />
        <Outlet />
        {opened === "palette" && (
          <Suspense>
            <Palette onClose={close} />
          </Suspense>
        )}
        <KeysDialog open={opened === "keys"} onOpenChange={close} keys={keysAt(pathname)} />
      </OpenPalette>
    </PictureContext>
  );
}
