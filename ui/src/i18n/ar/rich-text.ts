import type { richText as english } from "../en/rich-text";
import type { Translation } from "../typed";

export const richText = {
  formula: "صيغة رياضية",
  codeIn: "شيفرة بلغة {language}",
  code: "شيفرة",
  table: "جدول",
  pictureLoading: "صورة",
  loadPictureAgain: "إعادة تحميل الصورة",
  loading: "(جارٍ التحميل)",
  gap: "فراغ",
  picture: "صورة",
} as const satisfies Translation<typeof english>;
