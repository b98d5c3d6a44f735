import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "会社のロゴ",
  questions: "お問い合わせ：{contact}",
  typeToConfirm: "確認のため「{typed}」と入力してください",
  cannotCopy: "このブラウザーでは、ページからコピーできません。文章を選択して手動でコピーしてください。",
  copied: "コピーしました",
  close: "閉じる",
  tryAgain: "再試行",
  nothing: "なし",
  dayFromTo: "{from}から{to}までの日付を入力してください。",
  dayNotBefore: "{form}の形式で、{from}以降の日付を入力してください。",
  dayNotAfter: "{form}の形式で、{to}以前の日付を入力してください。",
  dayAs: "{form}の形式で日付を入力してください。",
  previousMonth: "前の月",
  nextMonth: "次の月",
  month: "月：",
  chooseDay: "選択：",
  dayNotAvailable: "選択できません：",
  cancel: "キャンセル",
  language: "言語",
} as const satisfies Translation<typeof english>;
