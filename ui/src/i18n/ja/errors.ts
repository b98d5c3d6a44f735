import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "サーバーが拒否しました（{status}）。",
  unreachable: "サーバーに接続できません。接続を確認して、もう一度お試しください。",
  somethingWentWrong: "問題が発生しました。",
  tooLate: "サーバーの応答が時間内に届きませんでした。接続を確認して、もう一度お試しください。",
  repliedInstead:
    "サーバーではなく、ネットワーク上の別のものが応答しました。接続を確認して、もう一度お試しください。",
  repliedInsteadStatus:
    "サーバーではなく、ネットワーク上の別のものが応答しました（{status}）。接続を確認して、もう一度お試しください。",
} as const satisfies Translation<typeof english>;
