import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "未採点",
  answer: "解答",
  noAnswer: "解答なし",
  soFar: "現時点で{score}（未確定）",
  loading: "結果を読み込んでいます",
  pageTitle: "{title} | Invigil",
  title: "共有された結果 | Invigil",
  print: "印刷",
  gone: "このリンクは無効になりました",
  notLoaded: "結果を読み込めませんでした",
  inConfidence: "{date}まで、内密に公開されています。",
  historyOf: "{name}の履歴",
  historyOfAnswer: "解答の履歴を表示する問題",
  hiddenName: "氏名非公開",
  candidateNumber: "受験者{number}",
  question: "問題{number}",
} as const satisfies Translation<typeof english>;
