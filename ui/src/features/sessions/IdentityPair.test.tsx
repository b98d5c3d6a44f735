import { render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { server } from "@/test/mock-server";
import { IdentityPair } from "./IdentityPair";

const PICTURE = "GET /api/sessions/{id}/people/{invite_id}/identity/{kind}";

it("loads a picture again once there is a new one, and gives up the old one", async () => {
  const revoked = vi.fn();
  let urls = 0;
  Object.assign(URL, { createObjectURL: () => `blob:${urls++}`, revokeObjectURL: revoked });
  server.reply(PICTURE, 200, undefined, () => ({ "Content-Type": "image/jpeg" }));
  const pair = (face_at: string) => (
    <IdentityPair
      session="s-1"
      invite="i-1"
      name="Noor"
      both={false}
      identity={{ face_at, document_at: null, again_at: null }}
    />
  );
  const { rerender, unmount } = render(pair("2026-03-02T09:00:00Z"));
  const face = () => screen.getByRole("button", { name: "Face of Noor, large" });
  await waitFor(() => expect(face()).toBeEnabled());
  rerender(pair("2026-03-02T09:00:00Z"));
  expect(server.calls(PICTURE)).toHaveLength(1);
  rerender(pair("2026-03-02T09:05:00Z"));
  await waitFor(() => expect(server.calls(PICTURE)).toHaveLength(2));
  expect(revoked).toHaveBeenCalledWith("blob:0");
  await waitFor(() => expect(face()).toBeEnabled());
  unmount();
  expect(revoked).toHaveBeenCalledWith("blob:1");
});
