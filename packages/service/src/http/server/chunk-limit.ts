import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { badData } from '@forewarn/record';
import type { AdminError } from '@forewarn/http';

const SMALL_BYTES = 32;

/**
 * Makes the class of requests that refuses a chunked body beyond a number of small chunks. A small chunk costs Node as much as
 * a thousand bytes of a large one, and Node reads 10,000 of them at once.
 */
export const chunkLimit = (
  maxSmallChunks: number,
  refuse: (socket: Socket, error: AdminError) => void,
): typeof IncomingMessage =>
  class extends IncomingMessage {
    /** Larger chunks make up for them: the end of a packet can part one. */
    #smallChunks = 0;

    // Node's parser calls it for each chunk.
    override push(chunk: Buffer | null): boolean {
      if (chunk === null || this.headers['transfer-encoding'] === undefined)
        return super.push(chunk);
      this.#smallChunks = Math.max(0, this.#smallChunks + 1 - chunk.length / SMALL_BYTES);
      if (this.#smallChunks <= maxSmallChunks) return super.push(chunk);
      // The parser drops the rest of the body, and never ends it, without this field, which is internal to Node.
      const { parser } = this.socket as { readonly parser?: { incoming: unknown } };
      if (parser) parser.incoming = null;
      const most = `at most ${maxSmallChunks} chunks that average below ${SMALL_BYTES} bytes`;
      refuse(this.socket, badData('', most));
      return false;
    }
  };
