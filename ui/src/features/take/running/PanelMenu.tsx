import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Menu } from "@/ui/Menu";
import type { CameraState } from "../camera/useCamera";
import { DebugInfo } from "./DebugInfo";

/** Actions that a candidate needs only when support asks for them. */
export function PanelMenu({ camera }: { camera: CameraState }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More">
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        }
        items={[{ label: "Debug info", onSelect: () => setOpen(true) }]}
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
