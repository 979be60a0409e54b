import compress from 'koa-compress';
import type { Middleware } from 'koa';

// Most searches are shorter: compressing them would cost more than it saves.
const THRESHOLD_BYTES = 2_048;

/**
 * Compresses long JSON bodies for clients that accept gzip. A body with a strong entity tag stays as it is, since the tag
 * names its bytes. An attacker can't guess secrets from compressed lengths (BREACH): no response contains any.
 */
export function compressJson(): Middleware {
  const compressing = compress({
    threshold: THRESHOLD_BYTES,
    filter: (type) => type === 'application/json',
    br: false,
    deflate: false,
    zstd: false,
  });
  return async (ctx, next) => {
    await next();
    // It would read a dozen headers of each short response.
    if ((ctx.response.length ?? 0) < THRESHOLD_BYTES) return;
    if (String(ctx.res.getHeader('ETag') ?? '').startsWith('"')) ctx.compress = false;
    await compressing(ctx, async () => {});
  };
}
