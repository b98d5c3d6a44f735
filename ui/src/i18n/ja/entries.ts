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
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "このメールアドレスは正しくありません。先頭がドットです。",
  This_is_not_a_valid_email_address_it_contains:
    "このメールアドレスは正しくありません。「{character}」が含まれています。",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "このメールアドレスは正しくありません。空白が含まれています。",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "このメールアドレスは正しくありません。@が2つ以上あります。",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "このメールアドレスは正しくありません。ドットが連続しています。",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "このメールアドレスは正しくありません。@の位置に「{character}」があります。",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "このメールアドレスは正しくありません。末尾がドットです。",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "このメールアドレスは正しくありません。長すぎます（最大{n}バイト）。",
  This_is_not_a_valid_email_address_the_is_missing: "このメールアドレスは正しくありません。@がありません。",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "このメールアドレスは正しくありません。@の直後にドットがあります。",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "このメールアドレスは正しくありません。@の直前にドットがあります。",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "このメールアドレスは正しくありません。@の後に何もありません。",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "このメールアドレスは正しくありません。@の前に何もありません。",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "これは最もよく使われるパスワードの一つで、真っ先に試されます。別のパスワードを選んでください。",
  This_is_too_long_n_characters_at_most: "長すぎます（{n}文字まで）。",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "このパスワードは会社のアカウントのものです。会社のアカウントで変更してください。",
} as const satisfies Translation<typeof english>;
