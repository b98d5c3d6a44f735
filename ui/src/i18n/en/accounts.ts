/** Roles, passwords and sessions, on all pages. */
export const accounts = {
  admin: "Admin",
  applicant: "Applicant",
  reviewer: "Reviewer",
  passwordTooShort: "Password must be at least {min} characters long",
  passwordTooLong: "Password must be at most {max} characters long",
  tooShort: "Too short",
  weak: "Weak",
  fair: "Fair",
  strong: "Strong",
} as const;
