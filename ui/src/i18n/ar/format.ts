import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes:
    "{count, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}}",
  questions:
    "{count, plural, zero {لا أسئلة} one {سؤال واحد} two {سؤالان} few {# أسئلة} many {# سؤالًا} other {# سؤال}}",
  answers:
    "{count, plural, zero {لا إجابات} one {إجابة واحدة} two {إجابتان} few {# إجابات} many {# إجابة} other {# إجابة}}",
  points:
    "{count, plural, zero {# نقطة} one {نقطة واحدة} two {نقطتان} few {# نقاط} many {# نقطة} other {# نقطة}}",
  withExtraTime: "‏{time} (منها {extra} وقت إضافي)",
  notOpen: "هذا الاختبار غير مفتوح بعد. يُفتح في {date} ({zone}).",
  seconds: "‏{s} ث",
  minutesSeconds: "‏{min} د {s} ث",
  hoursMinutes: "‏{h} س {min} د",
  hours:
    "{count, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}",
  secondCount:
    "{count, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتان} few {# ثوانٍ} many {# ثانية} other {# ثانية}}",
} as const satisfies Translation<typeof english>;
