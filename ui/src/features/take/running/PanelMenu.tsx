import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Menu } from "@/ui/Menu";
import type { Camera } from "../camera/useCamera";
import { DebugInfo } from "./DebugInfo";

/** What a candidate rarely needs. */
export function PanelMenu({ camera, onDevices }: { camera: Camera; onDevices(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More">
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[
          { label: "Camera and microphone", onSelect: onDevices },
          { label: "Debug info", onSelect: () => setOpen(true) },
        ]}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="Debug info"
        description="Support may ask you to read this out."
      >
        <DebugInfo camera={camera} />
      </Dialog>
    </>
  );
}
