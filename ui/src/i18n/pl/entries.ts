import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "Proszę podać imię i nazwisko.",
  An_email_address_is_required: "Proszę podać adres e-mail.",
  Control_characters_are_not_allowed: "Znaki sterujące nie są dozwolone.",
  Password_must_be_at_least_n_characters_long: "Minimalna długość hasła (liczba znaków): {n}.",
  Password_must_be_at_most_n_characters_long: "Maksymalna długość hasła (liczba znaków): {n}.",
  Please_choose_a_date_and_time_in_the_future: "Proszę wybrać przyszłą datę i godzinę.",
  Please_choose_a_date_within_the_next_two_years: "Proszę wybrać datę w ciągu najbliższych dwóch lat.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Proszę wpisać kod z aplikacji uwierzytelniającej albo kod odzyskiwania.",
  Please_write_something: "Proszę coś napisać.",
  The_current_password_is_wrong: "Obecne hasło jest nieprawidłowe.",
  The_name_is_too_long_n_characters_at_most: "Nazwa jest za długa (maksymalna liczba znaków: {n}).",
  The_name_must_be_on_one_line: "Nazwa musi mieścić się w jednym wierszu.",
  The_password_is_wrong: "Hasło jest nieprawidłowe.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "Ten kod jest nieprawidłowy, wygasł albo został już użyty. Proszę poczekać na następny; jeśli i on zostanie odrzucony, proszę sprawdzić, czy zegar telefonu dobrze chodzi.",
  This_is_not_a_valid_email_address: "To nie jest poprawny adres e-mail.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "To nie jest poprawny adres e-mail: zaczyna się od kropki.",
  This_is_not_a_valid_email_address_it_contains:
    "To nie jest poprawny adres e-mail: zawiera znak „{character}”.",
  This_is_not_a_valid_email_address_it_contains_a_space: "To nie jest poprawny adres e-mail: zawiera spację.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "To nie jest poprawny adres e-mail: zawiera więcej niż jeden znak @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "To nie jest poprawny adres e-mail: zawiera dwie kropki z rzędu.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "To nie jest poprawny adres e-mail: zawiera „{character}” zamiast @.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "To nie jest poprawny adres e-mail: kończy się kropką.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "To nie jest poprawny adres e-mail: jest za długi (maksymalna liczba bajtów: {n}).",
  This_is_not_a_valid_email_address_the_is_missing: "To nie jest poprawny adres e-mail: brakuje znaku @.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "To nie jest poprawny adres e-mail: po znaku @ jest kropka.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "To nie jest poprawny adres e-mail: przed znakiem @ jest kropka.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "To nie jest poprawny adres e-mail: po znaku @ nic nie ma.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "To nie jest poprawny adres e-mail: przed znakiem @ nic nie ma.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "To jedno z najczęstszych haseł, które są sprawdzane jako pierwsze. Proszę wybrać inne.",
  This_is_too_long_n_characters_at_most: "Tekst jest za długi (maksymalna liczba znaków: {n}).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "To hasło należy do konta firmowego. Proszę zmienić je tam.",
} as const satisfies Translation<typeof english>;
