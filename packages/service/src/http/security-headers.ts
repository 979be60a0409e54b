/**
 * Headers of every response: browsers must not store, render or sniff it. No Strict-Transport-Security: it has no effect over
 * plain HTTP (RFC 6797), and only the proxy knows whether there is TLS.
 */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;
