import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "Veuillez saisir un nom.",
  An_email_address_is_required: "Veuillez saisir une adresse e-mail.",
  Control_characters_are_not_allowed: "Les caractères de contrôle ne sont pas autorisés.",
  Password_must_be_at_least_n_characters_long: "Le mot de passe doit comporter au moins {n} caractères.",
  Password_must_be_at_most_n_characters_long: "Le mot de passe doit comporter au plus {n} caractères.",
  Please_choose_a_date_and_time_in_the_future: "Veuillez choisir une date et une heure à venir.",
  Please_choose_a_date_within_the_next_two_years:
    "Veuillez choisir une date dans les deux prochaines années.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Veuillez saisir le code de votre application d’authentification, ou un code de récupération.",
  Please_write_something: "Veuillez écrire quelque chose.",
  The_current_password_is_wrong: "Le mot de passe actuel est incorrect.",
  The_name_is_too_long_n_characters_at_most: "Le nom est trop long ({n} caractères au plus).",
  The_name_must_be_on_one_line: "Le nom doit tenir sur une seule ligne.",
  The_password_is_wrong: "Le mot de passe est incorrect.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "Ce code est incorrect, a expiré ou a déjà été utilisé. Attendez le suivant ; s’il est refusé aussi, vérifiez que l’horloge de votre téléphone est à l’heure.",
  This_is_not_a_valid_email_address: "Ce n’est pas une adresse e-mail valable.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "Ce n’est pas une adresse e-mail valable : elle commence par un point.",
  This_is_not_a_valid_email_address_it_contains:
    "Ce n’est pas une adresse e-mail valable : elle contient « {character} ».",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "Ce n’est pas une adresse e-mail valable : elle contient une espace.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "Ce n’est pas une adresse e-mail valable : elle contient plusieurs @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "Ce n’est pas une adresse e-mail valable : elle contient deux points de suite.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "Ce n’est pas une adresse e-mail valable : elle contient « {character} » au lieu de @.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "Ce n’est pas une adresse e-mail valable : elle se termine par un point.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "Ce n’est pas une adresse e-mail valable : elle est trop longue ({n} octets au plus).",
  This_is_not_a_valid_email_address_the_is_missing:
    "Ce n’est pas une adresse e-mail valable : il manque le @.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "Ce n’est pas une adresse e-mail valable : il y a un point après le @.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "Ce n’est pas une adresse e-mail valable : il y a un point avant le @.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "Ce n’est pas une adresse e-mail valable : il n’y a rien après le @.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "Ce n’est pas une adresse e-mail valable : il n’y a rien avant le @.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "C’est l’un des mots de passe les plus courants, essayés en premier. Veuillez en choisir un autre.",
  This_is_too_long_n_characters_at_most: "C’est trop long ({n} caractères au plus).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "Votre mot de passe est celui de votre compte d’entreprise. Veuillez le modifier à cet endroit.",
} as const satisfies Translation<typeof english>;
