import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ENGLISH, show, texts, useLanguage } from ".";

const t = texts("sample" as never, {
  link: "Read <link>the rules</link> of {name}.",
  plain: "Read them",
});
const ARABIC = {
  tag: "ar",
  direction: "rtl",
  parts: { sample: { link: "{name}: <link>القواعد</link>", plain: "اقرأ" } } as object,
} as const;

function Rules() {
  const name = <bdi>Ada</bdi>;
  return (
    <p title={t("plain")}>{t.rich("link", { name, link: (inside) => <a href="/rules">{inside}</a> })}</p>
  );
}

function Page() {
  useLanguage();
  return <Rules />;
}

afterEach(() => act(() => show(ENGLISH)));

it("is shown with its markup, and again in another language while the page is open", () => {
  render(<Page />);
  expect(screen.getByRole("link", { name: "the rules" })).toHaveAttribute("href", "/rules");
  expect(screen.getByTitle("Read them")).toHaveTextContent("Read the rules of Ada.");
  act(() => show(ARABIC));
  expect(screen.getByTitle("اقرأ")).toHaveTextContent("Ada: القواعد");
  expect(screen.getByRole("link", { name: "القواعد" })).toHaveAttribute("href", "/rules");
  expect(document.documentElement).toHaveAttribute("dir", "rtl");
});
