import type { kinds as english } from "../en/kinds";
import type { Translation } from "../typed";

export const kinds = {
  multiple_choice: "اختيار واحد",
  multiple_response: "إجابات متعددة",
  short_text: "نص قصير",
  essay: "مقال",
  gaps: "ملء الفراغات",
  numeric: "رقم",
  ordering: "ترتيب",
  matching: "مطابقة",
  coding: "برمجة",
} as const satisfies Translation<typeof english>;
