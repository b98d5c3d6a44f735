/** Whether the name of a candidate is shown: where an anonymous test hides it, the address is blank. */
export const isNamed = ({ applicant_email }: { applicant_email: string }) => applicant_email !== "";
