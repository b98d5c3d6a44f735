import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "Introduzca un nombre.",
  An_email_address_is_required: "Introduzca una dirección de correo.",
  Control_characters_are_not_allowed: "No se permiten caracteres de control.",
  Password_must_be_at_least_n_characters_long: "La contraseña debe tener al menos {n} caracteres.",
  Password_must_be_at_most_n_characters_long: "La contraseña debe tener {n} caracteres como máximo.",
  Please_choose_a_date_and_time_in_the_future: "Elija una fecha y una hora futuras.",
  Please_choose_a_date_within_the_next_two_years: "Elija una fecha dentro de los próximos dos años.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Introduzca el código de su aplicación de autenticación o un código de recuperación.",
  Please_write_something: "Escriba algo.",
  The_current_password_is_wrong: "La contraseña actual es incorrecta.",
  The_name_is_too_long_n_characters_at_most: "El nombre es demasiado largo ({n} caracteres como máximo).",
  The_name_must_be_on_one_line: "El nombre debe ocupar una sola línea.",
  The_password_is_wrong: "La contraseña es incorrecta.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "Este código es incorrecto, ha caducado o ya se usó. Espere al siguiente; si también se rechaza, compruebe que el reloj de su teléfono esté en hora.",
  This_is_not_a_valid_email_address: "Esta dirección de correo no es válida.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "Esta dirección de correo no es válida: empieza por un punto.",
  This_is_not_a_valid_email_address_it_contains:
    "Esta dirección de correo no es válida: contiene «{character}».",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "Esta dirección de correo no es válida: contiene un espacio.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "Esta dirección de correo no es válida: contiene más de una @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "Esta dirección de correo no es válida: contiene dos puntos seguidos.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "Esta dirección de correo no es válida: contiene «{character}» en lugar de @.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "Esta dirección de correo no es válida: termina en un punto.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "Esta dirección de correo no es válida: es demasiado larga ({n} bytes como máximo).",
  This_is_not_a_valid_email_address_the_is_missing: "Esta dirección de correo no es válida: falta la @.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "Esta dirección de correo no es válida: hay un punto después de la @.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "Esta dirección de correo no es válida: hay un punto antes de la @.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "Esta dirección de correo no es válida: no hay nada después de la @.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "Esta dirección de correo no es válida: no hay nada antes de la @.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "Es una de las contraseñas más comunes, que son las primeras que se prueban. Elija otra, por favor.",
  This_is_too_long_n_characters_at_most: "Es demasiado largo ({n} caracteres como máximo).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "Su contraseña es la de su cuenta de empresa. Cámbiela allí.",
} as const satisfies Translation<typeof english>;
