import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Context } from 'koa';

/** A file in memory, uncompressed and compressed. */
interface Asset {
  readonly type: string;
  readonly hash: string;
  readonly identity: Buffer;
  /** Absent for a small file. */
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

/** Minimum length in bytes of a file to compress. */
const COMPRESSED_FROM = 1_024;
// The best quality saves another 8 % but takes 14 times as long.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ENCODINGS = ['br', 'gzip'] as const;

/** A file: its type, and how to read it. */
export type AssetFile = readonly [type: string, read: () => string | Promise<Buffer>];

/**
 * Makes a router that serves files from memory, with a strong entity tag and in the best encoding that the client accepts. A
 * file is read and compressed once, at its first request.
 *
 * @param files by path
 * @param redirects from paths to others
 */
export function assetRouter(
  files: Readonly<Record<string, AssetFile>>,
  redirects: Readonly<Record<string, string>>,
  reportError: ReportError,
): Router {
  const router = new Router({ strict: true });
  for (const [path, file] of Object.entries(files)) router.get(path, serveAsset(file));
  for (const [path, to] of Object.entries(redirects)) router.get(path, (ctx) => ctx.redirect(to));
  const paths = router.stack.map(({ path }) => path);
  router.all(paths, refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}

function serveAsset([type, read]: AssetFile): (ctx: Context) => Promise<void> {
  let loading: Promise<Asset> | undefined;
  return async (ctx) => {
    const [sent = ''] = ctx.originalUrl.split('?', 1);
    // The links of a folder are relative to its slash, which koa-mount adds for the router alone.
    if (ctx.path.endsWith('/') && !sent.endsWith('/')) return ctx.redirect(`./${basename(sent)}/`);
    loading ??= load(type, read);
    try {
      respond(ctx, await loading);
    } catch (error) {
      loading = undefined;
      // A published package contains the built files, a clone of the repository may not.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      ctx.status = 503;
      ctx.type = 'text/plain';
      ctx.body = 'The page is not built. Run "npm run build" in the repository.\n';
    }
  };
}

async function load(...[type, read]: AssetFile): Promise<Asset> {
  const identity = Buffer.from(await read());
  const hash = createHash('sha256').update(identity).digest('base64url');
  if (identity.length < COMPRESSED_FROM) return { type, hash, identity };
  // These run in the thread pool and don't block the event loop.
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, QUALITY),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { type, hash, identity, br, gzip: gzipped };
}

function respond(ctx: Context, asset: Asset): void {
  const encoding = ENCODINGS.find(
    (each) => asset[each] !== undefined && ctx.acceptsEncodings(each) === each,
  );
  ctx.status = 200;
  ctx.type = asset.type;
  if (asset.type === 'text/html') ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  ctx.vary('Accept-Encoding');
  // Browsers keep the file and revalidate it.
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('ETag', `"${asset.hash}${encoding === undefined ? '' : `-${encoding}`}"`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  if (isUnchanged(ctx, asset)) ctx.status = 304;
  else ctx.body = asset[encoding ?? 'identity'];
}

/** Whether the client has the file in any encoding: a proxy that compresses changes its tag. */
function isUnchanged(ctx: Context, { hash }: Asset): boolean {
  const isReload = /no-cache/i.test(ctx.get('Cache-Control'));
  return !isReload && ctx.get('If-None-Match').includes(`"${hash}`);
}

/** Lets a page load from its own server only, and forbids framing and inline scripts and styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
