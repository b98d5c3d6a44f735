import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Menu } from "@/ui/Menu";
import type { Camera } from "../camera/useCamera";
import { t } from "../panel-texts";
import { DebugInfo } from "./DebugInfo";

/** What a candidate rarely needs. */
export function PanelMenu({ camera, onDevices }: { camera: Camera; onDevices?: (() => void) | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("more")}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[
          ...(onDevices ? [{ label: t("cameraAndMicrophone"), onSelect: onDevices }] : []),
          { label: t("debugInfo"), onSelect: () => setOpen(true) },
        ]}
      />
      <Dialog open={open} onOpenChange={setOpen} size="sm" title={t("debugInfo")} description={t("readOut")}>
        <DebugInfo camera={camera} />
      </Dialog>
    </>
  );
}
