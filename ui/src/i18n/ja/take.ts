import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "終了したセクションへの解答は別に保存されます。",
  failedToSubmit: "テストを提出できませんでした：{reason}",
  serverUnreachable: "サーバーに接続できません。",
  failedToStart: "テストを開始できませんでした：{reason}",
  loadingPractice: "練習を読み込んでいます",
  candidate: "受験者",
  duration: "制限時間",
  questions: "問題数",
  start: "開始",
  monitoringRequired:
    "<b>ビデオ監視が必要です。</b>開始すると、ブラウザーがカメラとマイクの使用許可を求めます。テスト中、管理者は映像と音声をライブで視聴でき、カメラの静止画を受験記録とともに保存できます。映像と音声は録画・録音されません。",
  monitoringWithClips:
    "<b>ビデオ監視が必要です。</b>開始すると、ブラウザーがカメラとマイクの使用許可を求めます。テスト中、管理者は映像と音声をライブで視聴でき、カメラの静止画を受験記録とともに保存できます。静止画の保存時と、管理者がフラグを付けた時の前後の映像が、音声なしで保存されます（最大40秒前から30秒後まで）。それ以外の映像と、音声は録画・録音されません。",
  clipsAlso: "<b>次の時点の前後の映像も保存されます：</b>{moments}。",
  momentTabHidden: "このページを離れた時",
  momentFullscreenLeft: "全画面表示を終了した時",
  momentPaste: "貼り付けた時",
  momentSecondScreen: "2台目の画面が接続されている時",
  momentCameraLost: "カメラが停止した時",
  recordedBesides:
    "<b>解答以外に記録されるもの：</b>各問題の表示時間、このページや全画面表示から離れた時、貼り付けた量（内容は記録されません）、ブラウザーが報告する場合は2台目の画面の接続の有無、カメラがオフの時間、カメラの静止画。管理者は結果とともにこれらを確認し、結果と同じ期間保存します。これらを理由にテストが自動的に終了することはありません。",
  opensFullscreen:
    "このテストは、可能な場合は全画面表示で開きます。全画面表示の解除は記録されますが、テストは終了しません。",
  startTest: "テストを開始",
  cameraAsked: "ブラウザーがカメラの使用許可を求めています。続けるには許可または拒否を選んでください。",
  yourAnswer: "解答",
  writeAnswerHere: "ここに解答を入力してください",
  loadingAnswerField: "解答欄を読み込んでいます…",
  clearAnswer: "解答を消去",
  question: "問題{number}",
  markedForLater: "見直しの印あり",
  markForLater: "後で見直す",
  passage: "課題文",
  instructions: "このセクションの説明",
  previous: "前へ",
  submitTest: "テストを提出",
  next: "次へ",
  questionOf: "問題{number}/{total}",
  allQuestions: "すべての問題",
  questionsAnswered: "解答済みの問題",
  submitQuestion: "テストを提出しますか？提出後は変更できません。",
  loadingSection: "セクションを読み込んでいます",
  timeLeft: "残り時間",
  connectionLost: "接続が切れました。このまま続けられます。解答は保存されています。",
  keepsNothing:
    "<b>このブラウザーでは、ページが解答をコンピューターに保存できません。</b>解答がサーバーに保存されたと画面上部に表示されるまで、このページを開いたままにしてください。",
  notOnServer:
    "<b>最後の解答がまだサーバーに届いていません。</b>{detail}解答が失われることはありません。ページが保持し、送信を続けます。",
  openElsewhere:
    "<b>このテストは現在、別のブラウザーまたは別の端末で開かれています。</b>そちらで続けてください。ここで入力した内容は採点者のために保存されますが、自動的には採点の対象になりません。",
  partFails: "このページの一部で問題が繰り返し発生しています",
  answersKept: "解答は保存されています。ページは自動的に再試行を続けます。",
  reload: "再読み込み",
  cannotBeLoaded: "現在、テストを読み込めません",
  staysOpen: "{problem}このページは開いたまま再試行を続けます。解答が失われることはありません。",
  loadingTest: "テストを読み込んでいます",
  unableToLoad: "テストを読み込めませんでした：{detail}",
  clockStarts:
    "制限時間の計測はテストの開始と同時に始まり、途中で止まりません。解答は入力するたびに保存され、接続が切れても失われません。削除した文章も含め、解答の変更履歴がすべて保存されます。",
  clockStartsTyped:
    "制限時間の計測はテストの開始と同時に始まり、途中で止まりません。解答は入力するたびに保存され、接続が切れても失われません。削除した文章とその入力時刻も含め、解答の変更履歴がすべて保存されます。",
  pageTitle: "{title} - Invigil",
  kibUsed: "{limit} KiB中{used} KiBを使用",
  overLimit:
    "解答に入力できる文章は{limit} KiBまでです。最後の変更は取り消されました。文章を短くして、もう一度お試しください。",
  minutesLeft: "{count, plural, other {残り#分}}",
  minutesLeftInSection: "{count, plural, other {このセクションは残り#分}}",
  keptUntilBack:
    "{place, select, computer {接続が回復するまで、このコンピューターに保存します} other {接続が回復するまで、このページ内にのみ保持します}}",
  keptWhileBusy:
    "{place, select, computer {サーバーが混み合っている間、このコンピューターに保存します} other {サーバーが混み合っている間、このページ内にのみ保持します}}",
  keptNotAccepted:
    "{place, select, computer {このコンピューターに保存済み、サーバーは未受理} other {このページ内にのみ保持、サーバーは未受理}}",
  keptBlocked:
    "{place, select, computer {このコンピューターに保存済み} other {このページ内にのみ保持}}：{count, plural, other {解答#件}}がまだサーバーに届いていません",
  savedAsTyped: "解答は入力するたびに保存されます",
  savedAt: "{time}にサーバーに保存しました",
  saving: "保存しています…",
  keptAside: "別に保存中：このテストは別のブラウザーで開かれています",
  goToNumber: "問題{number}へ移動",
  noCameraAgreed:
    "事前の取り決めどおり、このテストはカメラなしで受験していただきます。カメラの使用は求められず、カメラがないことで不利になることはありません。",
} as const satisfies Translation<typeof english>;
