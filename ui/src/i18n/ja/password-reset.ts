import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "パスワードをお忘れですか？",
  forgotText:
    "アカウントのメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
  email: "メール",
  enterEmail: "メールアドレスを入力",
  emailRequired: "メールアドレスは必須です",
  sendLink: "リンクを送信",
  sentTitle: "メールをご確認ください",
  sentText:
    "{email}のアカウントがある場合は、リンクを記載したメールをお送りしました。リンクは1回のみ、30分間有効です。",
  sentHint:
    "メールが届かない場合は、迷惑メールフォルダーをご確認ください。招待を受けたのみで登録していない方にはパスワードがありません。先に登録してください。",
  otherAddress: "別のアドレスを使う",
  askTitle: "新しいパスワードを依頼する",
  askText: "このサーバーはメールを送信しないため、リンクをお送りできません。管理者にご連絡ください。",
  askContact: "連絡先：{contact}",
  backToSignIn: "サインインに戻る",
  checkingServer: "サーバーを確認しています",
  newTitle: "新しいパスワードの設定",
  newText: "設定後はすべての端末からサインアウトされます。新しいパスワードでサインインしてください。",
  newPassword: "新しいパスワード",
  enterNewPassword: "新しいパスワードを入力",
  setPassword: "パスワードを設定",
  doneTitle: "パスワードを設定しました",
  doneText: "新しいパスワードでサインインしてください。",
  goToSignIn: "サインインへ",
  badTitle: "このリンクは使用できません",
  requestAnother: "別のリンクを依頼する",
} as const satisfies Translation<typeof english>;
