import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "هل نسيت كلمة المرور؟",
  forgotText: "أدخل عنوان البريد الإلكتروني لحسابك. سنرسل إليك رابطًا لتعيين كلمة مرور جديدة.",
  email: "البريد الإلكتروني",
  enterEmail: "أدخل بريدك الإلكتروني",
  emailRequired: "البريد الإلكتروني مطلوب",
  sendLink: "إرسال الرابط",
  sentTitle: "تحقّق من بريدك",
  sentText:
    "إذا كان لدى {email} حساب، فهناك رسالة تحوي رابطًا في الطريق. يعمل الرابط مرة واحدة، لمدة 30 دقيقة.",
  sentHint:
    "لم تصلك رسالة؟ ابحث في مجلد الرسائل غير المرغوب فيها. من تلقّى دعوة ولم يسجّل قط ليست لديه كلمة مرور: يُرجى التسجيل أولًا.",
  otherAddress: "استخدام عنوان آخر",
  askTitle: "اطلب كلمة مرور جديدة",
  askText: "لا يرسل هذا الخادم رسائل بريد، ولذلك لا يمكنه إرسال رابط إليك. يُرجى التواصل مع المسؤول.",
  askContact: "للتواصل: {contact}",
  backToSignIn: "العودة إلى تسجيل الدخول",
  checkingServer: "جارٍ فحص الخادم",
  newTitle: "تعيين كلمة مرور جديدة",
  newText: "سيُسجَّل خروجك بعد ذلك من كل مكان، ثم تسجّل الدخول بكلمة المرور الجديدة.",
  newPassword: "كلمة المرور الجديدة",
  enterNewPassword: "أدخل كلمة مرور جديدة",
  setPassword: "تعيين كلمة المرور",
  doneTitle: "تم تعيين كلمة المرور",
  doneText: "سجّل الدخول بكلمة المرور الجديدة.",
  goToSignIn: "الانتقال إلى تسجيل الدخول",
  badTitle: "هذا الرابط لا يعمل",
  requestAnother: "طلب رابط آخر",
} as const satisfies Translation<typeof english>;
