import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "ما اسمك؟",
  nameText: "أُرسلت دعوتك إلى بريدك الإلكتروني فقط. سيظهر اسمك مع إجاباتك.",
  fullName: "الاسم الكامل",
  nameMissing: "يُرجى إدخال اسمك",
} as const satisfies Translation<typeof english>;
