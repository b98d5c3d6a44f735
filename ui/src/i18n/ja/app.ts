import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "このページは存在しません。",
  partMissing: "ページの一部を読み込めませんでした。接続を確認して、再読み込みしてください。",
  replaced: "サイトが更新されました。このページを再読み込みしてください。入力した内容は保持されます。",
  ranIntoProblem: "ページで問題が発生しました。再読み込みして続けてください。",
  startingPageAgain: "ページを再起動しています",
  failed: "アプリケーションで予期しないエラーが発生しました",
  reload: "再読み込み",
  goToStart: "トップページへ",
  loadingPage: "ページを読み込んでいます",
  pageNotFound: "ページが見つかりません",
  checkAddress: "アドレスに誤りがあるか、ページが移動した可能性があります。失われたデータはありません。",
} as const satisfies Translation<typeof english>;
