/** Where a mailed link waits while its owner signs in. */
export const PENDING_PROOF = "pending_mailbox_proof";
