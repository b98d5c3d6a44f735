import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "Bitte geben Sie einen Namen ein.",
  An_email_address_is_required: "Bitte geben Sie eine E-Mail-Adresse ein.",
  Control_characters_are_not_allowed: "Steuerzeichen sind nicht erlaubt.",
  Password_must_be_at_least_n_characters_long: "Das Passwort muss mindestens {n} Zeichen lang sein.",
  Password_must_be_at_most_n_characters_long: "Das Passwort darf höchstens {n} Zeichen lang sein.",
  Please_choose_a_date_and_time_in_the_future: "Bitte wählen Sie Datum und Uhrzeit in der Zukunft.",
  Please_choose_a_date_within_the_next_two_years:
    "Bitte wählen Sie ein Datum innerhalb der nächsten zwei Jahre.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Bitte geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.",
  Please_write_something: "Bitte schreiben Sie etwas.",
  The_current_password_is_wrong: "Das aktuelle Passwort ist falsch.",
  The_name_is_too_long_n_characters_at_most: "Der Name ist zu lang (höchstens {n} Zeichen).",
  The_name_must_be_on_one_line: "Der Name muss in einer Zeile stehen.",
  The_password_is_wrong: "Das Passwort ist falsch.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "Dieser Code ist falsch, abgelaufen oder wurde schon verwendet. Warten Sie auf den nächsten; wird auch dieser abgelehnt, prüfen Sie, ob die Uhr Ihres Telefons richtig geht.",
  This_is_not_a_valid_email_address: "Dies ist keine gültige E-Mail-Adresse.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "Dies ist keine gültige E-Mail-Adresse: sie beginnt mit einem Punkt.",
  This_is_not_a_valid_email_address_it_contains:
    "Dies ist keine gültige E-Mail-Adresse: sie enthält „{character}“.",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "Dies ist keine gültige E-Mail-Adresse: sie enthält ein Leerzeichen.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "Dies ist keine gültige E-Mail-Adresse: sie enthält mehr als ein @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "Dies ist keine gültige E-Mail-Adresse: sie enthält zwei Punkte hintereinander.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "Dies ist keine gültige E-Mail-Adresse: sie enthält „{character}“ anstelle von @.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "Dies ist keine gültige E-Mail-Adresse: sie endet mit einem Punkt.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "Dies ist keine gültige E-Mail-Adresse: sie ist zu lang (höchstens {n} Bytes).",
  This_is_not_a_valid_email_address_the_is_missing: "Dies ist keine gültige E-Mail-Adresse: das @ fehlt.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "Dies ist keine gültige E-Mail-Adresse: nach dem @ steht ein Punkt.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "Dies ist keine gültige E-Mail-Adresse: vor dem @ steht ein Punkt.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "Dies ist keine gültige E-Mail-Adresse: nach dem @ steht nichts.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "Dies ist keine gültige E-Mail-Adresse: vor dem @ steht nichts.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "Dies ist eines der häufigsten Passwörter, die zuerst ausprobiert werden. Bitte wählen Sie ein anderes.",
  This_is_too_long_n_characters_at_most: "Dies ist zu lang (höchstens {n} Zeichen).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "Ihr Passwort ist das Ihres Firmenkontos. Bitte ändern Sie es dort.",
} as const satisfies Translation<typeof english>;
