import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "جلسة الامتحان الخاصة بك",
  code: "أظهر هذا الرمز عند المدخل:",
  picture: "الرمز نفسه للكاميرا",
  roomCode: "الرمز المعروض في القاعة",
  checkIn: "تسجيل الحضور",
  checkedIn: "سُجّل حضورك في {time}.",
  together: "يبدأ الجميع معًا. أبقِ هذه الصفحة مفتوحة: سيبدأ اختبارك تلقائيًا.",
  unset: "لم يُحدَّد موعد البدء بعد.",
  beginsIn: "يبدأ اختبارك بعد {time}.",
  beginsNow: "يبدأ اختبارك الآن.",
  offline: "انقطع الاتصال. ستحاول هذه الصفحة مجددًا تلقائيًا. وقتك كله محفوظ لك.",
  ready: "افحص الكاميرا في هذه الأثناء حتى لا يؤخرك شيء.",
  waiting: "أنت في غرفة الانتظار. سيسمح لك المراقب بالدخول؛ أبقِ هذه الصفحة مفتوحة.",
  waitingMeanwhile: "في هذه الأثناء افحص الكاميرا واقرأ ما هو مكتوب هنا.",
  letIn: "سُمح لك بالدخول. يمكنك بدء الاختبار.",
} as const satisfies Translation<typeof english>;
