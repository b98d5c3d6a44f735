import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "試験セッション",
  code: "入口でこのコードを見せてください：",
  picture: "カメラ用の同じコード",
  roomCode: "会場に表示されているコード",
  checkIn: "チェックイン",
  checkedIn: "{time}にチェックイン済みです。",
  together: "全員が同時に開始します。このページを開いたままにしてください。テストは自動的に始まります。",
  unset: "開始時刻はまだ決まっていません。",
  beginsIn: "テストは{time}後に始まります。",
  beginsNow: "テストが始まります。",
  offline: "接続が切れました。このページは自動的に再試行します。制限時間は減りません。",
  ready: "お待ちの間にカメラを確認しておくと、すぐに始められます。",
  waiting: "現在、待機室です。試験監督が入室を許可します。このページを開いたままお待ちください。",
  waitingMeanwhile: "その間にカメラを確認し、ここに書かれていることをお読みください。",
  letIn: "入室が許可されました。テストを始められます。",
} as const satisfies Translation<typeof english>;
