import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { linkLines } from "./bulk/CopyLinks";
import { NoMailNotice } from "./NoMail";

it("says that no email will be sent, before one is promised", async () => {
  server.reply("GET /api/admin/overview", 200, { ...sampled("Overview"), sends_mail: false });
  show(<NoMailNotice />);
  expect(await screen.findByText(/no email will be sent/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/admin?settings=email");
});

it("copies links as lines that a sheet takes", () => {
  const invite = (name: string) => ({
    applicant_name: name,
    applicant_email: `${name}@example.org`,
    invite_url: `https://x/${name}`,
  });
  expect(linkLines([invite("a"), invite("b")])).toBe(
    "a\ta@example.org\thttps://x/a\nb\tb@example.org\thttps://x/b",
  );
});
