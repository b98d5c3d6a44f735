/**
 * Reasons of the server why an email was not sent, and what to do, word for word as in `refusal-sentences.ts`. `{reply}` is the mail
 * server's own reply, `{server}` its host and port.
 */
export const mailReasons = {
  withAdvice: "{sentence}. {because}",
  atGreeting: "{reply} (as its greeting)",
  atEhlo: "{reply} (in answer to EHLO)",
  atStartTls: "{reply} (in answer to STARTTLS)",
  atAuth: "{reply} (in answer to AUTH)",
  atMailFrom: "{reply} (in answer to MAIL FROM)",
  atRcptTo: "{reply} (in answer to RCPT TO)",
  atData: "{reply} (in answer to DATA)",
  atContent: "{reply} (after the content)",
  lookupSlow: "the host {host} could not be looked up within {seconds} s",
  lookupFix: "Check whether this machine's name servers answer.",
  noAnswer: "no answer from {server} within {seconds} s",
  noAnswerStartTls: "no answer to STARTTLS from {server} within {seconds} s",
  noAnswerSignIn: "no answer to the sign-in from {server} within {seconds} s",
  noAnswerFrom: "no answer to MAIL FROM from {server} within {seconds} s",
  noAnswerTo: "no answer to RCPT TO from {server} within {seconds} s",
  noAnswerTaking: "no answer while taking the email from {server} within {seconds} s",
  noAnswerFix: "Check the host and port, and whether a firewall is in the way.",
  unconfirmed:
    "The server had the whole email and did not confirm it: it may have arrived. It is sent again after an hour or more, so that a receiver can recognise the copy.",
  hostUnknown: "the host {host} cannot be found",
  hostUnknownFix: "Check the spelling of the host name.",
  hostSpecial: "the host {host} has a link-local or special address",
  hostSpecialFix: "A mail server is reached by its address in the network, or by 127.0.0.1 on this machine.",
  crowded: "{server} was busy with {count} other emails for {seconds} s",
  crowdedFix: "The mail server is slow, or does not answer.",
  noUtf8: "the server does not take addresses with letters outside ASCII (it lacks SMTPUTF8)",
  connectionRefused: "connection refused by {server}",
  connectionRefusedFix: "Check the port; nothing listens on this one.",
  noTlsFix:
    "If the connection is safe without encryption, choose 'none'; otherwise ask for a server with TLS.",
  noStartTls: "{server} does not offer STARTTLS",
  signInEncrypted: "It may offer one on an encrypted connection: choose STARTTLS.",
  signInBlank: "If it needs none, leave the user name blank.",
  noSignIn: "{server} offers no sign-in with a password",
  authorityFix:
    "Install the certificate of its authority on this machine, or name its file in SSL_CERT_FILE.",
  authorityUnknown: "the certificate of {server} comes from an unknown authority",
  certificateFix: "Use the host name that the certificate was made for, and check that it has not expired.",
  certificateInvalid: "the certificate of {server} is not valid: {cause}",
  noImplicitTls: "{server} does not speak TLS from the start",
  closed: "{server} closed the connection",
  notSmtp: "{server} does not answer like an SMTP server",
  port465: "Port 465 usually speaks TLS from the start: choose 'implicit'.",
  portPlain: "Port {port} usually starts unencrypted: choose STARTTLS.",
  modeFix: "The TLS mode does not seem to fit this port: try another mode, or another port.",
  withdrawn: "the email was withdrawn while it was sent",
  serverFailed: "the server failed while sending",
  serverStops: "the server stops",
  settingsChanged: "the settings were changed meanwhile",
  signInNeeded: "The server accepts mail only after a sign-in: set a user name and password.",
  helloRefused:
    "The server does not accept the name by which this machine introduces itself: set the EHLO name to the full host name of this machine.",
  spelling: "The server knows no such mailbox: check the spelling of the address.",
  relay:
    "The server does not relay mail of this machine to this recipient: set a user name and password, or let the server's administrator allow this machine.",
  wantsTls: "The server wants an encrypted connection: choose STARTTLS.",
  signInUnchecked: "The server cannot check the sign-in at present.",
  appPassword:
    "The provider wants an app password here instead of the account's own: create one and enter it.",
  smtpAuthOff:
    "The provider has switched off the sign-in by password for this account: its administrator can allow it (SMTP AUTH).",
  signInsMany: "The server has seen too many sign-ins of this account.",
  signInRefused:
    "The server refused the user name or the password. Some providers want an app password here instead of the account's own.",
  machineRefused:
    "The server accepts no mail from this machine: check that host and port are those for sending, and ask its provider whether this machine's address is blocked.",
  rateMachine: "The server rate-limits this machine's address.",
  busyOrRate: "The server is busy, or rate-limits this machine's address.",
  quota: "The quota of this account is used up: the emails go out once it is free again.",
  rate: "The server wants fewer emails at once: the others go out later.",
  senderRefused: "The server does not allow this account to send as {address}.",
  domainRefused:
    "The server cannot tell that the sender's domain permits this mail: check its SPF, DKIM and DMARC records.",
  machineBlocked:
    "The server blocks this machine's address: ask its administrator, or send through another server.",
  endsConnections: "The server ends connections at present.",
  takesNone: "The server takes no emails at present.",
  greylisting: "The server lets mail of a new sender wait (greylisting): nothing needs to be done.",
  mailboxBusy: "The recipient gets too many emails at present: nothing needs to be done.",
  unverified:
    "The provider has not verified one of the addresses: verify the sender there, and ask whether a new account may send to all addresses.",
  mailboxFull: "The recipient's mailbox is full.",
  domainNoMail: "The domain of the address takes no mail: check the part after the @.",
  notAnAddress: "The server does not take this for an email address: check its spelling.",
  mailboxMoved: "The mailbox has moved: ask the recipient for another address.",
  mailboxOff: "The mailbox is switched off: ask the recipient for another address.",
  exchangeDirectory:
    "Exchange says so of addresses that are not in its directory: check the spelling of the address.",
  tooLarge: "The email is too large for the server: use a smaller logo, or raise its limit.",
  mailboxUnknown:
    "The server knows no such mailbox, or accepts no mail for it from here: check the spelling of the address; for addresses of other sites the server may require a user name and password.",
  refused: "The server refuses the email: ask its administrator about this reply.",
  recipientAscii:
    "The server takes no addresses with letters outside ASCII (SMTPUTF8): use another address of the recipient.",
  senderAscii:
    "The server takes no addresses with letters outside ASCII (SMTPUTF8): use another sender address.",
  spam: "The server takes the email for spam: ask its administrator to let mail of this sender pass.",
  policy:
    "The server refuses the email by a policy: ask its administrator, or give the link to the recipient yourself.",
} as const;
