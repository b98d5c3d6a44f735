import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "لم تُقيَّم بعد",
  answer: "الإجابة",
  noAnswer: "لا توجد إجابة",
  soFar: "{score} حتى الآن، غير نهائية",
  loading: "جارٍ تحميل النتائج",
  pageTitle: "{title} | Invigil",
  title: "نتائج مشاركة | Invigil",
  print: "طباعة",
  gone: "لم يعد هذا الرابط صالحًا",
  notLoaded: "تعذّر تحميل النتائج",
  inConfidence: "معروضة عليك بسرّية حتى {date}.",
  historyOf: "سجل {name}",
  historyOfAnswer: "سجل الإجابة عن",
  hiddenName: "اسم مخفي",
  candidateNumber: "المرشّح {number}",
  question: "السؤال {number}",
} as const satisfies Translation<typeof english>;
