import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "رفض الخادم ذلك ({status}).",
  unreachable: "يتعذّر الوصول إلى الخادم. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.",
  somethingWentWrong: "حدث خطأ.",
  tooLate: "لم يصل رد الخادم في الوقت المناسب. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.",
  repliedInstead: "رد شيء في الشبكة بدلًا من الخادم. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.",
  repliedInsteadStatus:
    "رد شيء في الشبكة بدلًا من الخادم ({status}). يُرجى التحقق من الاتصال والمحاولة مرة أخرى.",
} as const satisfies Translation<typeof english>;
