import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "يُرجى إدخال الاسم.",
  An_email_address_is_required: "يُرجى إدخال عنوان بريد إلكتروني.",
  Control_characters_are_not_allowed: "محارف التحكم غير مسموح بها.",
  Password_must_be_at_least_n_characters_long: "الحد الأدنى لطول كلمة المرور (عدد الأحرف): {n}.",
  Password_must_be_at_most_n_characters_long: "الحد الأقصى لطول كلمة المرور (عدد الأحرف): {n}.",
  Please_choose_a_date_and_time_in_the_future: "يُرجى اختيار تاريخ ووقت في المستقبل.",
  Please_choose_a_date_within_the_next_two_years: "يُرجى اختيار تاريخ خلال السنتين القادمتين.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "يُرجى إدخال الرمز من تطبيق المصادقة أو أحد رموز الاسترداد.",
  Please_write_something: "يُرجى كتابة شيء ما.",
  The_current_password_is_wrong: "كلمة المرور الحالية غير صحيحة.",
  The_name_is_too_long_n_characters_at_most: "الاسم طويل جدًا (الحد الأقصى لعدد الأحرف: {n}).",
  The_name_must_be_on_one_line: "يجب أن يكون الاسم في سطر واحد.",
  The_password_is_wrong: "كلمة المرور غير صحيحة.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "هذا الرمز غير صحيح، أو انتهت صلاحيته، أو استُخدم من قبل. انتظر الرمز التالي، وإذا رُفض أيضًا فتحقّق من ضبط ساعة هاتفك.",
  This_is_not_a_valid_email_address: "عنوان البريد الإلكتروني هذا غير صالح.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "هذه من أكثر كلمات المرور شيوعًا، وهي أول ما يُجرَّب. يُرجى اختيار كلمة أخرى.",
  This_is_too_long_n_characters_at_most: "النص طويل جدًا (الحد الأقصى لعدد الأحرف: {n}).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "كلمة مرورك هي كلمة مرور حسابك لدى شركتك. يُرجى تغييرها هناك.",
} as const satisfies Translation<typeof english>;
