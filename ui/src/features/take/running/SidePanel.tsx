import { clsx } from "clsx";
import { ChevronDown, PanelRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { CameraPanel } from "../camera/CameraPanel";
import { DevicesDialog } from "../camera/DevicesDialog";
import type { Camera } from "../camera/useCamera";
import { t } from "../panel-texts";
import { AskProctor } from "../proctor/AskProctor";
import { MessageList } from "../proctor/MessageList";
import { useTake } from "../useTake";
import { PanelMenu } from "./PanelMenu";
import { QuestionPalette } from "./QuestionPalette";
import { TakeBreak } from "./TakeBreak";

/** Questions, camera and recording notice beside the question; on a phone collapsed below it, without the questions, which the header opens. */
export function SidePanel({ camera }: { camera: Camera }) {
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const withoutCamera = useTake((state) => state.intro?.invite.no_camera === true);
  const choose = () => setChoosing(true);
  return (
    <aside aria-label={t("testPanel")} className="min-w-0 lg:sticky lg:top-20">
      <Button
        variant="secondary"
        className="w-full lg:hidden"
        aria-expanded={open}
        aria-controls="test-panel"
        icon={PanelRight}
        turns
        onClick={() => setOpen(!open)}
      >
        {t("cameraAndMessages")}
        <ChevronDown
          aria-hidden="true"
          className={clsx("size-4 transition-transform", open && "rotate-180")}
        />
      </Button>
      <div
        id="test-panel"
        className={clsx(
          "mt-3 divide-y divide-line rounded-card border border-line bg-surface lg:mt-0 lg:block [&>*]:px-4 [&>*]:py-4",
          !open && "hidden",
        )}
      >
        <div className="max-lg:hidden">
          <QuestionPalette />
        </div>
        {withoutCamera ? (
          <section aria-label={t("camera")} className="flex items-center justify-between gap-2">
            <p className="text-ink-2 text-xs">{t("noCamera")}</p>
            <PanelMenu camera={camera} />
          </section>
        ) : (
          <CameraPanel
            camera={camera}
            menu={<PanelMenu camera={camera} onDevices={choose} />}
            onChoose={choose}
          />
        )}
        <MessageList />
        <TakeBreak />
        <AskProctor />
      </div>
      <DevicesDialog open={choosing} camera={camera} onOpenChange={setChoosing} />
    </aside>
  );
}
