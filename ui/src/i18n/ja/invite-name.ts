import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "お名前を教えてください",
  nameText: "招待はメールアドレスのみで送られました。お名前は解答とともに表示されます。",
  fullName: "氏名",
  nameMissing: "お名前を入力してください",
} as const satisfies Translation<typeof english>;
