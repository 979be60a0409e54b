/** What OpenSSL says of a certificate by an authority that Node does not know. */
const UNKNOWN_AUTHORITY =
  /self[- ]signed certificate|unable to (?:get (?:local )?issuer certificate|verify the first certificate)/i;

/** Returns what to do about the reason of a failed connection if it is a certificate by an unknown authority, as in companies. */
export const certificateRemedy = (reason: string): string | undefined =>
  UNKNOWN_AUTHORITY.test(reason)
    ? 'name the file with the CA of its certificate in NODE_EXTRA_CA_CERTS'
    : undefined;
