import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible, show } from "@/test/page";
import EvidencePage from "./EvidencePage";
import { type Bytes, utf8 } from "./file/bytes";
import { newSigner, sampleEvidence, sampleHead } from "./file/sample";
import { verify } from "./file/verify";

let evidence: Bytes;
beforeAll(async () => {
  evidence = await sampleEvidence(await newSigner());
});

function choose(bytes: Bytes, name = "evidence-1.zip") {
  // jsdom's files cannot be read as bytes.
  const file = Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes.slice().buffer });
  fireEvent.change(screen.getByLabelText("Evidence file"), { target: { files: [file] } });
}

it("accepts a file once its signer is known", async () => {
  const user = show(<EvidencePage />);
  choose(evidence);
  expect(await screen.findByRole("heading", { name: "Intact, signer unknown" })).toBeVisible();
  expect(screen.getByText("Grace Hopper")).toBeVisible();
  const key = screen.getByLabelText(/^Fingerprint or public key/);
  await user.type(key, "00");
  expect(screen.getByText(/64 digits/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Intact, signer unknown" })).toBeVisible();
  await user.clear(key);
  await user.click(key);
  await user.paste("00".repeat(32));
  expect(screen.getByRole("heading", { name: "Signed by another key" })).toBeVisible();
  await user.clear(key);
  await user.paste((await verify(evidence)).manifest?.fingerprint ?? "");
  expect(screen.getByRole("heading", { name: "Intact, signer known" })).toBeVisible();
  await expectAccessible();
});

it("compares a receipt", async () => {
  const user = show(<EvidencePage />);
  choose(evidence);
  const receipt = await screen.findByLabelText(/^Receipt of the candidate/);
  await user.click(receipt);
  await user.paste(`Test: Compilers Proof of your answers: ${await sampleHead(3)}`);
  expect(await screen.findByText(/^The receipt fits/)).toBeVisible();
  await user.clear(receipt);
  await user.paste(await sampleHead(2));
  expect(await screen.findByRole("heading", { name: "The receipt does not fit" })).toBeVisible();
  expect(screen.getByText(/q2 was changed after the receipt/)).toBeVisible();
});

it("does not accept another file", async () => {
  show(<EvidencePage />);
  choose(utf8("not a file of evidence"), "photo.zip");
  expect(await screen.findByRole("heading", { name: "Not intact" })).toBeVisible();
  expect(screen.queryByText("Fingerprint")).toBeNull();
});

it("names the command where the browser cannot check", async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  try {
    show(<EvidencePage />);
    choose(evidence);
    expect(await screen.findByText('invigil evidence verify "evidence-1.zip"')).toBeVisible();
  } finally {
    Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
  }
});
