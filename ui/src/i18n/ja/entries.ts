import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "名前を入力してください。",
  An_email_address_is_required: "メールアドレスを入力してください。",
  Control_characters_are_not_allowed: "制御文字は使用できません。",
  Password_must_be_at_least_n_characters_long: "パスワードは{n}文字以上にしてください。",
  Password_must_be_at_most_n_characters_long: "パスワードは{n}文字以下にしてください。",
  Please_choose_a_date_and_time_in_the_future: "未来の日時を選んでください。",
  Please_choose_a_date_within_the_next_two_years: "2年以内の日付を選んでください。",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "認証アプリのコード、またはリカバリーコードを入力してください。",
  Please_write_something: "内容を入力してください。",
  The_current_password_is_wrong: "現在のパスワードが正しくありません。",
  The_name_is_too_long_n_characters_at_most: "名前が長すぎます（{n}文字まで）。",
  The_name_must_be_on_one_line: "名前は1行で入力してください。",
  The_password_is_wrong: "パスワードが正しくありません。",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "このコードは正しくないか、期限切れか、使用済みです。次のコードをお待ちください。それも拒否される場合は、スマートフォンの時計が合っているか確認してください。",
  This_is_not_a_valid_email_address: "このメールアドレスは正しくありません。",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "これは最もよく使われるパスワードの一つで、真っ先に試されます。別のパスワードを選んでください。",
  This_is_too_long_n_characters_at_most: "長すぎます（{n}文字まで）。",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "このパスワードは会社のアカウントのものです。会社のアカウントで変更してください。",
} as const satisfies Translation<typeof english>;
