import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "解答",
  fieldNotShown: "この問題の入力欄を現在表示できません。ほかの問題には解答できます。",
  questionOf: "問題{number}/{total}",
  question: "問題",
  previous: "前へ",
  next: "次へ",
  submitTest: "テストを提出",
  notSubmittedYet: "まだ提出されていません：{problem}",
  takesMoment: "少し時間がかかります。ページを開いたままにしてください。",
  backToTest: "テストに戻る",
  tryAgain: "再試行",
  fileMeans:
    "接続が回復しない場合は、解答をファイルに保存して管理者に渡してください。遅れて届いた解答としてテストに追加され、採点者が判断します。",
  saveAnswers: "解答をファイルに保存",
  testWasWithdrawn: "このテストは取り消されました",
  deletedByAdministrator: "管理者が削除しました。ほかに必要な手続きはありません。",
  answersOnComputer:
    "解答はサーバーには残っていません。{place, select, computer {ここで入力した解答は、まだこのコンピューターにあります。} other {ここで入力した解答は、このページ内にのみ残っています。ページを閉じる前にファイルに保存してください。}}",
  deleteAnswers: "{place, select, computer {このコンピューターから削除} other {削除}}",
  deleteTitle: "解答を削除しますか？",
  deleteMeans:
    "{place, select, computer {解答はサーバーには残っておらず、このコンピューターにしかありません。} other {解答はサーバーには残っておらず、このページにしかありません。}}削除すると、元に戻すことはできません。",
  deleteForGood: "完全に削除",
  submitUnanswered: "未解答の問題があります。提出しますか？",
  submitMarked: "後で見直す印を付けた問題があります。提出しますか？",
  submitTestQuestion: "テストを提出しますか？",
  timeLeft: "残り時間：{time}",
  unanswered: "未解答",
  markedForLater: "後で見直す",
  submitted: "テストを提出しました。{score}",
  timeUpSubmitted: "制限時間になりました。テストを提出しました。{score}",
  adminEnded: "管理者がテストを終了しました。{score}",
  submittedMissing: "テストを提出しました。{count, plural, other {解答#件}}がまだ届いていません。",
  timeUpMissing:
    "制限時間になりました。テストを提出しました。{count, plural, other {解答#件}}がまだ届いていません。",
  adminEndedMissing: "管理者がテストを終了しました。{count, plural, other {解答#件}}がまだ届いていません。",
  answersWait: "採点待ちの解答があります。",
  score: "得点：{percent}%",
  plainSubmit:
    "{count, plural, =0 {テストを提出しますか？提出後は解答を変更できません。} other {未解答の問題が#問あります。テストを提出しますか？提出後は解答を変更できません。}}",
  submitting: "テストを提出しています",
  submittingTimeUp: "制限時間になりました。テストを提出しています",
  testEnded: "テストは終了しました",
  keptTellAdministrator:
    "{place, select, computer {解答はこのコンピューターに保存されています。} other {解答はこのページ内にのみ保持されています。閉じないでください。}}管理者にお知らせください。",
  keptRetries:
    "{place, select, computer {解答はこのコンピューターに保存されています。} other {解答はこのページ内にのみ保持されています。}}このページを開いたままにしてください。自動的に再試行します。",
  heldAnswers:
    "{count, plural, other {問題{numbers}の解答がサーバーにありません。今提出すると遅れて届いた解答となり、採点者が判断します。}}",
  allAnswered: "すべての問題に解答しています。提出後は変更できません。",
  unansweredOf: "{questions}のうち{blank, plural, other {#問}}が未解答です。提出後は変更できません。",
  heldTitle: "{count, plural, other {問題{numbers}の解答がサーバーに届いていません。}}",
  heldRefused:
    "{place, select, computer {{count, plural, other {サーバーが拒否しています：{refusal}このコンピューターに保持します。}}} other {{count, plural, other {サーバーが拒否しています：{refusal}このページ内にのみ保持します。}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, other {ネットワークの問題により送信できません。このコンピューターに保持し、送信を続けます。このまま続けて提出できます。その後に届いたものは、遅れて届いた解答になります。}}} other {{count, plural, other {ネットワークの問題により送信できません。このページ内にのみ保持し、送信を続けます。このまま続けて提出できます。その後に届いたものは、遅れて届いた解答になります。}}}}",
  noAnswer: "（解答なし）",
} as const satisfies Translation<typeof english>;
