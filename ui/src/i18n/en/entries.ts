/**
 * What the server says beside fields that candidates fill in. A key is the sentence itself with `_` between its words and `n` for a
 * number, so that English pages need none of this.
 */
export const entries = {
  A_name_is_required: "A name is required.",
  An_email_address_is_required: "An email address is required.",
  Control_characters_are_not_allowed: "Control characters are not allowed.",
  Password_must_be_at_least_n_characters_long: "Password must be at least {n} characters long",
  Password_must_be_at_most_n_characters_long: "Password must be at most {n} characters long",
  Please_choose_a_date_and_time_in_the_future: "Please choose a date and time in the future.",
  Please_choose_a_date_within_the_next_two_years: "Please choose a date within the next two years.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Please enter the code of your authenticator app, or a recovery code.",
  Please_write_something: "Please write something.",
  The_current_password_is_wrong: "The current password is wrong.",
  The_name_is_too_long_n_characters_at_most: "The name is too long ({n} characters at most).",
  The_name_must_be_on_one_line: "The name must be on one line.",
  The_password_is_wrong: "The password is wrong.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "This code is wrong, has expired or was used before. Wait for the next one; if that is refused too, check that the clock of your phone is right.",
  This_is_not_a_valid_email_address: "This is not a valid email address.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "This is not a valid email address: it begins with a dot.",
  This_is_not_a_valid_email_address_it_contains:
    "This is not a valid email address: it contains ''{character}'.",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "This is not a valid email address: it contains a space.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "This is not a valid email address: it contains more than one @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "This is not a valid email address: it contains two dots in a row.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "This is not a valid email address: it contains ''{character}', where @ belongs.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "This is not a valid email address: it ends with a dot.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "This is not a valid email address: it is too long ({n} bytes at most).",
  This_is_not_a_valid_email_address_the_is_missing: "This is not a valid email address: the @ is missing.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "This is not a valid email address: there is a dot after the @.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "This is not a valid email address: there is a dot before the @.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "This is not a valid email address: there is nothing after the @.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "This is not a valid email address: there is nothing before the @.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "This is one of the most common passwords, which are guessed first. Please choose another one.",
  This_is_too_long_n_characters_at_most: "This is too long ({n} characters at most).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "Your password is that of your company's account. Please change it there.",
} as const;
