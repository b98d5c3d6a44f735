import { Check, CircleDashed, CircleOff, CircleSlash2, X } from "lucide-react";
import type { ScoringAnswer } from "@/api/types";
import { Badge, type Tone } from "@/ui/Badge";
import { scoreWords } from "./score";

const LOOKS: Record<ScoringAnswer["manual_score_status"], { tone: Tone; Icon: typeof Check }> = {
  pending: { tone: "grey", Icon: CircleDashed },
  correct: { tone: "green", Icon: Check },
  wrong: { tone: "red", Icon: X },
  partial: { tone: "amber", Icon: CircleSlash2 },
  void: { tone: "neutral", Icon: CircleOff },
};

export function ScoreStatus({ answer }: { answer: ScoringAnswer }) {
  const { tone, Icon } = LOOKS[answer.manual_score_status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
      {scoreWords(answer)}
    </Badge>
  );
}
