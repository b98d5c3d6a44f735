import { z } from "@/lib/schema";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/lib/strength";

const email = z.pipe(
  z.string().check(z.trim(), z.minLength(1, "Email is required")),
  z.email("Enter a valid email address"),
);
const fullName = z
  .string()
  .check(z.trim(), z.minLength(1, "Full name is required"), z.maxLength(200, "Full name is too long"));
const newPassword = z
  .string()
  .check(
    z.minLength(1, "Password is required"),
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long`),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`),
  );

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, "Password is required")),
});
export const signUpSchema = z.object({ fullName, email, password: newPassword });
export const setupSchema = z.object({
  setupToken: z.string().check(z.trim(), z.minLength(1, "The setup token is required")),
  fullName,
  email,
  password: newPassword,
});

export type SignInValues = z.infer<typeof signInSchema>;
export type SignUpValues = z.infer<typeof signUpSchema>;
export type SetupValues = z.infer<typeof setupSchema>;
