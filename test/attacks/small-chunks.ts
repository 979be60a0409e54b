import { rawRequest } from '../../packages/service/test/http/raw-connection.ts';
import type { Attack } from './attack.ts';
import { ELSEWHERE, type Target } from './target.ts';

const CLIENTS = 16;
/** The service reads about 11,000 of them at once. */
const CHUNKS = '1\r\n \r\n'.repeat(60_000);

const sending = (name: string, headersOf: (target: Target) => Record<string, string>): Attack => ({
  name: `a body in chunks of one byte from ${CLIENTS} ${name}`,
  run: async (attacker, target, { lastsMs }) => {
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const path = `/api/admin/projects/${ELSEWHERE}/impact`;
    const head = rawRequest('POST', path, { ...headersOf(target), ...headers });
    await attacker.repeat(CLIENTS, async () => {
      const received = await attacker.exchange(`${head}${CHUNKS}`, lastsMs);
      attacker.count(/^HTTP\/1\.1 (?<status>\d+)/.exec(received)?.groups?.['status'] ?? 'nothing');
    });
  },
});

/** Bodies that cost more to read than to send. */
export const SMALL_CHUNKS: readonly Attack[] = [
  sending('strangers', () => ({})),
  sending('clients that may read', ({ keys }) => ({ Authorization: keys.weak })),
];
