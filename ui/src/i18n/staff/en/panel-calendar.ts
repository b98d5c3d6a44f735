/** The panel's calendar of a test, in its settings. */
export const panelCalendar = {
  title: "Panel's calendar",
  card: "Offer candidates only times when the panel is free.",
  means:
    "The server reads a calendar by its address. Candidates who choose a time are not offered one at which their test would overlap a busy time. They never see the calendar.",
  notLoaded: "The calendar could not be loaded",
  loading: "Loading the calendar",
  address: "Address",
  addressHint:
    "Enter the address of an ICS file with events or published busy times, such as the private address that a calendar program shows. It is stored encrypted and not shown again.",
  addressNeeded: "Enter an address.",
  otherAddress: "Another address",
  save: "Save and check",
  saved: "Saved",
  failed: "Failed to save: {reason}",
  someone: "Someone else",
  thisCalendar: "this calendar",
  check: "Check now",
  checkFailed: "The check failed: {reason}",
  remove: "Remove",
  removed: "Removed: all times are offered",
  from: "Read from",
  storedBy: "Stored by",
  lastRead: "Last read",
  notRead: "not yet",
  busyTimes: "Busy times in the next 14 days",
  inUse: "Times are offered around the busy times.",
  notUsed: "All times are offered.",
  failure: "The last try failed ({time}): {why}",
  failureSealed: "the address was stored with another key of the server; enter it again.",
  failureStatus: "the reply was {words} instead of 200.",
  failureTooLarge: "the calendar is larger than 4 MiB or 200,000 lines.",
  failureNotACalendar: "the reply is not an ICS file.",
  failureCut: "the file ends before its last line.",
  unreadTimes:
    "{count, plural, one {# event has} other {# events have}} no start, or an end before the start.",
  unreadZone: "{count, plural, one {# event has} other {# events have}} an unknown time zone.",
  unreadRecurrence:
    "{count, plural, one {# event has} other {# events have}} a rule of recurrence that is not understood.",
  unreadTooMany:
    "{count, plural, one {# event was} other {# events were}} left out: there are too many times.",
  unread: "Not read, and therefore not kept free:",
} as const;
