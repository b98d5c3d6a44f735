import type { score as english } from "../en/score";
import type { Translation } from "../typed";

export const score = {
  earned:
    "‏{earned} من {count, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتين} few {# نقاط} many {# نقطة} other {# نقطة}}",
  toReview:
    "{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} قيد التقييم",
  toJudge:
    "{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} قيد التحقق الآلي",
  notJudged:
    "{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} دون تحقق",
  toJudgeAndReview:
    "{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} قيد التحقق والتقييم",
  notJudgedOrReviewed:
    "{count, plural, zero {لا نقاط} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}} دون تحقق أو تقييم",
  scoredAndPending: "‏{scored}، {pending}",
} as const satisfies Translation<typeof english>;
