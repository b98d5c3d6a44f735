/** Storage of an email verification token while its owner signs in. */
export const PENDING_PROOF = "pending_mailbox_proof";
