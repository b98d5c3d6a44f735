import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "カメラが停止しました",
  cameraProblem: "カメラの問題",
  faultSaved: "{fault}テストは続いており、解答は保存されます。",
  turnOnCamera: "カメラをオンにする",
  chooseAnother: "別のカメラを選ぶ",
  notNow: "後で",
  faultContinues: "{fault}テストは続いています。",
  waitingForCamera: "カメラを待っています。",
  cameraOff: "カメラはオフです。監視なしで続けることを選択しました。",
  watchedLive: "ライブで表示され、録画はされません",
  howItIsUsed:
    "テスト中、管理者は映像と音声をライブで視聴でき、カメラの静止画を受験記録とともに保存できます。映像と音声は録画・録音されません。結果とともに、結果と同じ期間保存されるもの：解答、その保存日時、各問題の表示時間、およびこのページを離れた時、貼り付けた時、カメラが失われた時や切り替えた時の記録。",
  watchedWithClips: "ライブで表示され、フラグ前後の映像が保存されます",
  usedWithClips:
    "テスト中、管理者は映像と音声をライブで視聴でき、カメラの静止画を受験記録とともに保存できます。静止画の保存時と、管理者がフラグを付けた時の前後の映像が、音声なしで保存されます（最大40秒前から30秒後まで）。それ以外の映像と、音声は録画・録音されません。結果とともに、結果と同じ期間保存されるもの：解答、その保存日時、各問題の表示時間、およびこのページを離れた時、貼り付けた時、カメラが失われた時や切り替えた時の記録。",
  camera: "カメラ",
  trialNotWatched: "試行は監視されません。",
  deviceBusy: "「{name}」を使用できません。ほかのプログラムが使用している可能性があります。",
  choose: "選択",
  cameraAndMicrophone: "カメラとマイク",
  choiceRemembered: "その間もテストは続いています。選択はこのブラウザーに保存されます。",
  done: "完了",
  inUse: "使用中：{name}",
  yourCamera: "カメラ",
  orChooseAnother: "{fault}別のカメラを選ぶこともできます。",
  unplugged: "カメラが取り外されました。もう一度接続してください。",
  stopped: "カメラが停止しました。",
  denied: "ブラウザーがこのページでカメラをブロックしています。",
  missing: "このコンピューターにカメラが見つかりませんでした。",
  busy: "ほかのプログラムがカメラを使用しています。",
  insecure: "ブラウザーは安全なページでのみカメラを利用できるようにしています。",
  failed: "カメラを起動できませんでした。",
  fixMissing: "カメラを接続して、もう一度お試しください。",
  fixBusy: "ビデオ通話など、カメラを使用しているほかのプログラムを終了して、もう一度お試しください。",
  fixInsecure:
    "https://で始まるアドレスを管理者に依頼してください（サーバーにはTLSが必要です。手順はサーバーの「doctor」コマンドで確認できます）。",
  fixFailed: "カメラを接続し直すか、ブラウザーを再起動して、もう一度お試しください。",
  unblockFirefox:
    "アドレスの横にある斜線付きのカメラをクリックし、ブロックを解除して、もう一度お試しください。",
  unblockSafari: "アドレスバーからWebサイトの設定を開き、カメラとマイクを許可して、もう一度お試しください。",
  unblock: "アドレスの左にあるアイコンをクリックし、カメラとマイクを許可して、もう一度お試しください。",
  muted:
    "カメラがオフになっています（カバー、カメラキー、またはシステムによるもの）。カバーを開けるか、キーを押してください。",
  black: "カメラの映像が真っ暗です。カバーを開け、明るさを確認してください。",
  frozen: "カメラの映像が止まっています。カメラを接続し直してください。",
  faultAndFix: "{fault}{fix}",
  deviceNumber: "{kind} {number}",
  microphone: "マイク",
} as const satisfies Translation<typeof english>;
