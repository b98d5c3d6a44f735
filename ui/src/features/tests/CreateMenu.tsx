import { ChevronDown, FileUp, PencilLine, Plus, Sparkles, Zap } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/ui/Button";
import { Menu } from "@/ui/Menu";

type Form = "new" | "generate" | "import";

/** All ways to a new test. */
export function CreateMenu({ onOpen }: { onOpen: (form: Form) => void }) {
  const navigate = useNavigate();
  const icon = "size-4 text-muted";
  return (
    <Menu
      trigger={
        <Button className="max-sm:w-full" icon={<Plus aria-hidden="true" className="size-4" />}>
          Create Test
          <ChevronDown aria-hidden="true" className="-mr-1 size-4" />
        </Button>
      }
      items={[
        {
          label: "Write step by step",
          icon: <PencilLine aria-hidden="true" className={icon} />,
          onSelect: () => navigate("/admin/create-test"),
        },
        {
          label: "Quick create",
          icon: <Zap aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("new"),
        },
        {
          label: "Auto Generate Test",
          icon: <Sparkles aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("generate"),
        },
        {
          label: "Import…",
          icon: <FileUp aria-hidden="true" className={icon} />,
          onSelect: () => onOpen("import"),
        },
      ]}
    />
  );
}
