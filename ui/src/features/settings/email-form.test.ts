import { describe, expect, it } from "vitest";
import { bodyOf, type EmailValues, emailSchema } from "./email-form";

const values = (changes: Partial<EmailValues> = {}): EmailValues => ({
  smtpHost: "mail.example.org",
  smtpPort: "587",
  smtpTls: "starttls",
  smtpUser: "invigil",
  smtpPassword: "",
  removePassword: false,
  fromEmail: "tests@example.org",
  fromName: "Interview Platform",
  ehloName: "",
  closingReminders: true,
  ...changes,
});

describe("email settings", () => {
  it("keep, replace or clear the stored password", () => {
    expect(bodyOf(values())).not.toHaveProperty("smtpPassword");
    expect(bodyOf(values({ smtpPassword: "s3cret" }))).toMatchObject({
      smtpPassword: "s3cret",
      smtpPort: 587,
    });
    expect(bodyOf(values({ removePassword: true }))).toHaveProperty("smtpPassword", null);
    expect(bodyOf(values())).not.toHaveProperty("removePassword");
  });
  it.each(["0", "65536", "25a", ""])("reject port %j", (smtpPort) => {
    expect(emailSchema.safeParse(values({ smtpPort })).success).toBe(false);
  });
  it("require a sender", () => {
    expect(emailSchema.safeParse(values()).success).toBe(true);
    expect(emailSchema.safeParse(values({ fromEmail: "me" })).success).toBe(false);
  });
});
