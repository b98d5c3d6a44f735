import {
  Camera,
  Clock,
  Flag,
  MessageSquare,
  MonitorSmartphone,
  MoreHorizontal,
  OctagonX,
} from "lucide-react";
import { useState } from "react";
import { FlagDialog, type FlagKind } from "@/ui/attempt/FlagDialog";
import { Button } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { t } from "../texts";
import { MessageDialog } from "./MessageDialog";
import { PauseButton } from "./PauseButton";
import { ReasonDialog, type ReasonKind } from "./ReasonDialog";
import type { Source } from "./screenshot";
import type { Subject } from "./subject";
import { useScreenshot } from "./useScreenshot";

export type Act = ReasonKind | "message" | "flag";

interface DialogsProps {
  act: Act | null;
  subject: Subject;
  flag: FlagKind;
  onClose: () => void;
}

/** The dialog of the chosen action. */
function ActDialog({ act, subject, flag, onClose }: DialogsProps) {
  if (act === null) return null;
  if (act === "message") return <MessageDialog subject={subject} onClose={onClose} />;
  if (act === "flag")
    return (
      <FlagDialog
        kind={flag}
        who={<bdi>{subject.name}</bdi>}
        attemptId={subject.attemptId}
        onClose={onClose}
      />
    );
  return <ReasonDialog kind={act} subject={subject} onClose={onClose} />;
}

interface Props {
  subject: Subject;
  flag: FlagKind;
  /** Grabs the current frame; without it no screenshot is offered. */
  source?: () => Source | null;
}

/** Actions of an admin on a running test; those that change it require a reason. What ends it is apart. */
export function Actions({ subject, flag, source }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const shot = useScreenshot(subject.attemptId);
  return (
    <div className="flex flex-wrap gap-2 [&>button]:grow">
      <Button variant="secondary" icon={MessageSquare} onClick={() => setAct("message")}>
        {t("sendMessage")}
      </Button>
      <Button variant="secondary" icon={Flag} onClick={() => setAct("flag")}>
        {flag === "incident" ? t("flagIncident") : t("flagIssue")}
      </Button>
      {source && (
        <Button variant="secondary" icon={Camera} busy={shot.isPending} onClick={() => shot.mutate(source())}>
          {t("takeScreenshot")}
        </Button>
      )}
      <Button variant="secondary" icon={Clock} onClick={() => setAct("add-time")}>
        {t("addTime")}
      </Button>
      <PauseButton subject={subject} />
      <Menu
        trigger={
          <Button variant="secondary" icon={MoreHorizontal}>
            {t("more")}
          </Button>
        }
        items={[
          {
            label: t("endTest"),
            icon: <OctagonX aria-hidden="true" className="size-4" />,
            danger: true,
            onSelect: () => setAct("end"),
          },
        ]}
      />
      <Button variant="secondary" icon={MonitorSmartphone} onClick={() => setAct("release")}>
        {t("allowOnOther")}
      </Button>
      <ActDialog act={act} subject={subject} flag={flag} onClose={() => setAct(null)} />
    </div>
  );
}
