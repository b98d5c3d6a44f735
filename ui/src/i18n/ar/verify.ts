import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "الانتقال إلى اختباراتك",
  goHome: "الانتقال إلى الصفحة الرئيسية",
  addressConfirmed: "تم تأكيد العنوان",
  invitationsAppear: "تظهر دعواتك الآن في حسابك.",
  notConfirmed: "تعذّر تأكيد العنوان",
  tryAgain: "إعادة المحاولة",
  signInToConfirm: "سجّل الدخول لتأكيد عنوانك",
  linkCounts: "يسري الرابط بعد تسجيل الدخول بالعنوان الذي أُرسل إليه.",
  goToLogin: "الانتقال إلى تسجيل الدخول",
  notAnApplicant: "أنت مسجّل الدخول بصفتك مسؤولًا. الرابط مخصص لحساب متقدّم.",
  forApplicants: "هذا الرابط للمتقدّمين",
  confirmingAddress: "جارٍ تأكيد عنوانك",
} as const satisfies Translation<typeof english>;
