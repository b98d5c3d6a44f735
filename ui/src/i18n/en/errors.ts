/** What went wrong with a call. */
export const errors = {
  serverRefused: "The server refused this ({status}).",
  unreachable: "The server cannot be reached. Check your connection and try again.",
  somethingWentWrong: "Something went wrong.",
  tooLate: "The server's reply did not come in time. Check your connection and try again.",
  repliedInstead:
    "Something on the network replied instead of the server. Check your connection and try again.",
  repliedInsteadStatus:
    "Something on the network replied instead of the server ({status}). Check your connection and try again.",
} as const;
