import { Archive, CircleCheck, PencilLine } from "lucide-react";
import type { BankState } from "@/api/types";
import { Badge, type Tone } from "@/ui/Badge";
import { stateLabel } from "./labels";
import { t } from "./texts";

const LOOKS: Record<BankState, { tone: Tone; Icon: typeof Archive }> = {
  draft: { tone: "amber", Icon: PencilLine },
  ready: { tone: "green", Icon: CircleCheck },
  retired: { tone: "grey", Icon: Archive },
};

export function StateBadge({ state }: { state: BankState }) {
  const { tone, Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {stateLabel(state)}
    </Badge>
  );
}

export function Tags({ tags = [] }: { tags?: string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t("tags")} className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag} dir="auto" className="rounded-md bg-subtle px-1.5 py-0.5 text-ink-2 text-xs">
          {tag}
        </li>
      ))}
    </ul>
  );
}
