import type { entries as english } from "../en/entries";
import type { Translation } from "../typed";

export const entries = {
  A_name_is_required: "Informe um nome.",
  An_email_address_is_required: "Informe um endereço de e-mail.",
  Control_characters_are_not_allowed: "Caracteres de controle não são permitidos.",
  Password_must_be_at_least_n_characters_long: "A senha deve ter pelo menos {n} caracteres.",
  Password_must_be_at_most_n_characters_long: "A senha deve ter no máximo {n} caracteres.",
  Please_choose_a_date_and_time_in_the_future: "Escolha uma data e um horário no futuro.",
  Please_choose_a_date_within_the_next_two_years: "Escolha uma data dentro dos próximos dois anos.",
  Please_enter_the_code_of_your_authenticator_app_or_a_recovery_code:
    "Digite o código do seu aplicativo autenticador ou um código de recuperação.",
  Please_write_something: "Escreva alguma coisa.",
  The_current_password_is_wrong: "A senha atual está incorreta.",
  The_name_is_too_long_n_characters_at_most: "O nome é longo demais (no máximo {n} caracteres).",
  The_name_must_be_on_one_line: "O nome deve ficar em uma única linha.",
  The_password_is_wrong: "A senha está incorreta.",
  This_code_is_wrong_has_expired_or_was_used_before_Wait_for_the_next_one_if_that_is_refused_too_check_that_the_clock_of_your_phone_is_right:
    "Este código está incorreto, expirou ou já foi usado. Aguarde o próximo; se ele também for recusado, verifique se o relógio do seu telefone está certo.",
  This_is_not_a_valid_email_address: "Este endereço de e-mail não é válido.",
  This_is_not_a_valid_email_address_it_begins_with_a_dot:
    "Este endereço de e-mail não é válido: começa com um ponto.",
  This_is_not_a_valid_email_address_it_contains:
    "Este endereço de e-mail não é válido: contém “{character}”.",
  This_is_not_a_valid_email_address_it_contains_a_space:
    "Este endereço de e-mail não é válido: contém um espaço.",
  This_is_not_a_valid_email_address_it_contains_more_than_one:
    "Este endereço de e-mail não é válido: contém mais de um @.",
  This_is_not_a_valid_email_address_it_contains_two_dots_in_a_row:
    "Este endereço de e-mail não é válido: contém dois pontos seguidos.",
  This_is_not_a_valid_email_address_it_contains_where_belongs:
    "Este endereço de e-mail não é válido: contém “{character}” no lugar de @.",
  This_is_not_a_valid_email_address_it_ends_with_a_dot:
    "Este endereço de e-mail não é válido: termina com um ponto.",
  This_is_not_a_valid_email_address_it_is_too_long_n_bytes_at_most:
    "Este endereço de e-mail não é válido: é longo demais (no máximo {n} bytes).",
  This_is_not_a_valid_email_address_the_is_missing: "Este endereço de e-mail não é válido: falta o @.",
  This_is_not_a_valid_email_address_there_is_a_dot_after_the:
    "Este endereço de e-mail não é válido: há um ponto depois do @.",
  This_is_not_a_valid_email_address_there_is_a_dot_before_the:
    "Este endereço de e-mail não é válido: há um ponto antes do @.",
  This_is_not_a_valid_email_address_there_is_nothing_after_the:
    "Este endereço de e-mail não é válido: não há nada depois do @.",
  This_is_not_a_valid_email_address_there_is_nothing_before_the:
    "Este endereço de e-mail não é válido: não há nada antes do @.",
  This_is_one_of_the_most_common_passwords_which_are_guessed_first_Please_choose_another_one:
    "Esta é uma das senhas mais comuns, que são as primeiras a ser testadas. Escolha outra.",
  This_is_too_long_n_characters_at_most: "O texto é longo demais (no máximo {n} caracteres).",
  Your_password_is_that_of_your_company_s_account_Please_change_it_there:
    "A sua senha é a da conta da sua empresa. Altere-a lá.",
} as const satisfies Translation<typeof english>;
