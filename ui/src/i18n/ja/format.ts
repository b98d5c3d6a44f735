import type { format as english } from "../en/format";
import type { Translation } from "../typed";

export const format = {
  minutes: "{count, plural, other {#分}}",
  questions: "{count, plural, other {#問}}",
  answers: "{count, plural, other {解答#件}}",
  points: "{count, plural, other {#点}}",
  withExtraTime: "{time}（延長時間{extra}を含む）",
  notOpen: "このテストはまだ開始できません。{date}（{zone}）から受験できます。",
  seconds: "{s}秒",
  minutesSeconds: "{min}分{s}秒",
  hoursMinutes: "{h}時間{min}分",
  hours: "{count, plural, other {#時間}}",
  secondCount: "{count, plural, other {#秒}}",
} as const satisfies Translation<typeof english>;
