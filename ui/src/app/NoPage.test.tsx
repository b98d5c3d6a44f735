import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { speakEnglish } from "@/lib/language";
import { ErrorScreen } from "./ErrorScreen";

afterEach(() => {
  localStorage.clear();
  act(speakEnglish);
});

it("an address that leads nowhere is named in the person's language", async () => {
  localStorage.setItem("invigil_language", "de");
  const router = createMemoryRouter([{ path: "/", ErrorBoundary: ErrorScreen }], {
    initialEntries: ["/nowhere"],
  });
  render(<RouterProvider router={router} />);
  // Nothing in another language before.
  expect(document.body).toHaveTextContent(/^$/);
  expect(await screen.findByText("Seite nicht gefunden", {}, { timeout: 10_000 })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute("lang", "de");
});
