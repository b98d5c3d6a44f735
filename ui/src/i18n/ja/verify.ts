import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "テスト一覧へ",
  goHome: "トップページへ",
  addressConfirmed: "アドレスを確認しました",
  invitationsAppear: "招待がアカウントに表示されるようになりました。",
  notConfirmed: "アドレスを確認できませんでした",
  tryAgain: "再試行",
  signInToConfirm: "アドレスを確認するにはサインインしてください",
  linkCounts: "リンクは、送信先のアドレスでサインインすると有効になります。",
  goToLogin: "サインインへ",
  notAnApplicant: "管理者としてサインインしています。このリンクは応募者のアカウント用です。",
  forApplicants: "このリンクは応募者用です",
  confirmingAddress: "アドレスを確認しています",
} as const satisfies Translation<typeof english>;
