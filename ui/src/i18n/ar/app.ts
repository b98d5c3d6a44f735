import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "هذه الصفحة غير موجودة.",
  partMissing: "تعذّر تحميل جزء من الصفحة. يُرجى التحقق من الاتصال وإعادة التحميل.",
  replaced: "تم تحديث الموقع. يُرجى إعادة تحميل هذه الصفحة. يُحتفظ بما كُتب.",
  ranIntoProblem: "حدثت مشكلة في الصفحة. يُرجى إعادة تحميلها للمتابعة.",
  startingPageAgain: "جارٍ إعادة تشغيل الصفحة",
  failed: "خطأ غير متوقع في التطبيق",
  reload: "إعادة التحميل",
  goToStart: "الانتقال إلى الصفحة الرئيسية",
  loadingPage: "جارٍ تحميل الصفحة",
  pageNotFound: "الصفحة غير موجودة",
  checkAddress: "قد يكون العنوان مكتوبًا بشكل خاطئ، أو نُقلت الصفحة. لم يُفقد أي شيء.",
} as const satisfies Translation<typeof english>;
