import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "数式",
  codeIn: "コード（{language}）",
  code: "コード",
  table: "表",
  pictureLoading: "画像",
  loadPictureAgain: "画像を再読み込み",
  loading: "（読み込み中）",
  gap: "空欄",
  picture: "画像",
} as const satisfies Translation<typeof english>;
