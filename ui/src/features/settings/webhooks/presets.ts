const pretty = (body: unknown) => JSON.stringify(body, null, 2);

/**
 * Bodies that receivers expect. Names of candidates are in plain text or in a card, where a chat neither calls people nor
 * follows links in them.
 */
export const PRESETS = {
  standard: { label: "Own program, n8n, Odoo (signed JSON)", template: "", hint: "https://" },
  slack: {
    label: "Slack (incoming webhook)",
    hint: "https://hooks.slack.com/services/...",
    template: pretty({
      text: "{event_in_words}: {test_title}",
      blocks: [
        { type: "section", text: { type: "plain_text", text: "{message}" } },
        { type: "context", elements: [{ type: "mrkdwn", text: "<{link}|Open in Invigil>" }] },
      ],
    }),
  },
  teams: {
    label: "Microsoft Teams (workflow)",
    hint: "https://...logic.azure.com/workflows/...",
    template: pretty({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [
              { type: "TextBlock", text: "{event_in_words}", weight: "bolder" },
              { type: "TextBlock", text: "{message}", wrap: true },
            ],
            actions: [{ type: "Action.OpenUrl", title: "Open in Invigil", url: "{link}" }],
          },
        },
      ],
    }),
  },
  mattermost: {
    label: "Mattermost (incoming webhook)",
    hint: "https://chat.example.org/hooks/...",
    template: pretty({
      attachments: [
        {
          fallback: "{event_in_words}: {test_title}",
          title: "{event_in_words}",
          title_link: "{link}",
          text: "{message}",
        },
      ],
    }),
  },
} as const;

export type Preset = keyof typeof PRESETS;
