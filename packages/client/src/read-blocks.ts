/** Bytes in large blocks, so that a body in many small chunks takes no more memory than another one. */
export type Blocks = readonly Uint8Array[];

const BLOCK_BYTES = 65_536;
/** Chunks of this length are kept as they are: copies would double the memory. */
const LARGE_BYTES = BLOCK_BYTES / 4;

/**
 * Reads a body. Stops it and returns undefined if it has more bytes than the maximum.
 *
 * @param maxBytes counts the bytes after decompression
 */
export async function readBlocks(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Blocks | undefined> {
  if (body === null) return [];
  const full: Uint8Array[] = [];
  let block = new Uint8Array(BLOCK_BYTES);
  let used = 0;
  const reader = body.getReader();
  for (let total = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return used === 0 ? full : [...full, block.slice(0, used)];
    total += value.length;
    if (total > maxBytes) {
      // Resolves once the connection is closed, and the caller need not wait for that.
      reader.cancel().catch(() => {});
      return undefined;
    }
    if (value.length >= LARGE_BYTES && value.buffer.byteLength === value.length) {
      if (used > 0) full.push(block.slice(0, used));
      full.push(value);
      used = 0;
      continue;
    }
    for (let at = 0; at < value.length;) {
      const part = value.subarray(at, at + BLOCK_BYTES - used);
      block.set(part, used);
      at += part.length;
      used += part.length;
      if (used < BLOCK_BYTES) continue;
      full.push(block);
      block = new Uint8Array(BLOCK_BYTES);
      used = 0;
    }
  }
}

/** Decodes UTF-8. */
export function textOf(blocks: Blocks): string {
  const decoder = new TextDecoder();
  const parts = blocks.map((block) => decoder.decode(block, { stream: true }));
  return `${parts.join('')}${decoder.decode()}`;
}
