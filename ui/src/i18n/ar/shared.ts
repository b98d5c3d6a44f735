import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "شعار الشركة",
  questions: "للاستفسار: {contact}",
  typeToConfirm: "اكتب «{typed}» للتأكيد",
  cannotCopy: "لا يسمح هذا المتصفح للصفحة بالنسخ. حدّد النص وانسخه يدويًا.",
  copied: "تم النسخ",
  close: "إغلاق",
  tryAgain: "إعادة المحاولة",
  nothing: "لا شيء",
  dayFromTo: "أدخل يومًا من {from} إلى {to}.",
  dayNotBefore: "أدخل يومًا بالصيغة {form}، لا يسبق {from}.",
  dayNotAfter: "أدخل يومًا بالصيغة {form}، لا يتجاوز {to}.",
  dayAs: "أدخل يومًا بالصيغة {form}.",
  previousMonth: "الشهر السابق",
  nextMonth: "الشهر التالي",
  month: "الشهر",
  chooseDay: "اختيار:",
  dayNotAvailable: "غير متاح:",
  cancel: "إلغاء",
  language: "اللغة",
} as const satisfies Translation<typeof english>;
