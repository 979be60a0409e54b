/**
 * What every answer tells browsers, since none of them is meant for one: keep nothing, show nothing, guess nothing. No
 * Strict-Transport-Security: over plain HTTP it means nothing (RFC 6797), and whether there is TLS only the proxy knows.
 */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
