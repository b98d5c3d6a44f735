import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { expectAccessible, show } from "@/test/page";
import SecurityPage from "./SecurityPage";

afterEach(() => useSession.setState({ user: null, status: "anonymous" }));

const signIn = (by?: string) => {
  const user = { ...sampled("User"), role: "admin" as const, provided_by: by };
  useSession.setState({ user, status: "signed_in" });
  show(<SecurityPage />);
};

it("offers password and second factor to an account of this site", async () => {
  signIn();
  expect(await screen.findByRole("button", { name: "Set up" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Change Password" })).toBeVisible();
});

it("offers neither to who signs in at the company", async () => {
  signIn("corp");
  expect(await screen.findByText(/Its password is changed there/)).toBeVisible();
  expect(screen.getByText(/asks for one where it wants one/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /Set up|Change Password/ })).toBeNull();
  await expectAccessible();
});

it("has a second factor beside the directory's password", async () => {
  signIn("LDAP");
  expect(await screen.findByRole("button", { name: "Set up" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Change Password" })).toBeNull();
});
