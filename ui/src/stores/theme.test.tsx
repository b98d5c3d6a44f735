import { afterEach, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { useSession } from "./session";
import { useTheme } from "./theme";

const theme = () => [...document.body.classList].find((name) => name.startsWith("theme-"));
const as = (id: string | null) =>
  useSession.setState({ user: id === null ? null : { ...sampled("User"), id }, status: "signed_in" });

afterEach(() => {
  localStorage.clear();
  as(null);
});

it("is the site's, or by the device for the one person who chose that", () => {
  useTheme.getState().settle({ themeName: "premium", customColors: null });
  as("ada");
  useTheme.getState().chooseSystem(true);
  expect([theme(), useTheme.getState().bySystem]).toEqual(["theme-light", true]);
  // A preview is seen, and ends with the own theme.
  useTheme.getState().show({ themeName: "modern", customColors: null });
  expect(theme()).toBe("theme-modern");
  useTheme.getState().settle({ themeName: "premium", customColors: null });
  expect(theme()).toBe("theme-light");
  // Another account in the same browser has the site's.
  as("bob");
  expect([theme(), useTheme.getState().bySystem]).toEqual(["theme-premium", false]);
  as("ada");
  expect(theme()).toBe("theme-light");
  useTheme.getState().chooseSystem(false);
  expect(theme()).toBe("theme-premium");
});
