import { createInterface } from 'node:readline';

/** Returns the URL at which a server listens, as its log says it. Throws if the log ends before. */
export async function listeningUrl(log: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(log)) {
    const { msg, url } = JSON.parse(line) as { readonly msg?: string; readonly url?: string };
    if (msg !== 'listening' || url === undefined) continue;
    log.resume();
    return url;
  }
  throw new Error('the server ended before it listened');
}
