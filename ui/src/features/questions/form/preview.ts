import { api } from "@/api/client";
import type { Content } from "@/ui/rich-text/content";

/** The tree of a Markdown source. Rejects with the server's sentence. */
export async function preview(text: string): Promise<Content> {
  const { content } = await api.post("/tests/content", { body: { format: "markdown", text } });
  // The description of the API leaves the tree's form to the page.
  return content as unknown as Content;
}
