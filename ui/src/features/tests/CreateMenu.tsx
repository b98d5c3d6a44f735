import { ChevronDown, FileUp, PencilLine, Plus, Sparkles, Zap } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import { t } from "./list-texts";

type Form = "new" | "generate" | "import";

/** All ways to a new test. */
export function CreateMenu({ onOpen }: { onOpen: (form: Form) => void }) {
  const navigate = useNavigate();
  const icon = "size-4 text-muted";
  return (
    <Menu
      trigger={
        <Button className="max-sm:w-full" icon={Plus}>
          {t("createTest")}
          <ChevronDown aria-hidden="true" className="-me-1 size-4" />
        </Button>
      }
      items={[
        {
          label: t("stepByStep"),
          icon: <PencilLine aria-hidden="true" className={icon} />,
          onSelect: () => navigate("/admin/create-test"),
        },
        {
          label: t("quickCreate"),
          icon: <Zap aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("new"),
        },
        {
          label: t("generate"),
          icon: <Sparkles aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("generate"),
        },
        {
          label: t("import"),
          icon: <FileUp aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("import"),
        },
      ]}
    />
  );
}
