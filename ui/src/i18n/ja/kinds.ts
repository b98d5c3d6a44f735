import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "択一",
  multiple_response: "複数選択",
  short_text: "短文",
  essay: "記述",
  gaps: "穴埋め",
  numeric: "数値",
  ordering: "並べ替え",
  matching: "組み合わせ",
  coding: "プログラミング",
} as const satisfies Translation<typeof english>;
