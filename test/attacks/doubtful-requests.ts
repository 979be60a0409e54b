import type { Attack } from './attack.ts';
import { ELSEWHERE } from './target.ts';

const WITHIN_MS = 1_000;

/** Two servers can disagree about where each of these ends or to whom it is addressed. */
const REFUSED: Readonly<Record<string, string>> = {
  'HTTP/1.0 with chunked encoding':
    'GET /health HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two Host headers': 'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'HTTP/0.9': 'GET /health\r\n\r\n',
  'HTTP/0.9 with a version': 'GET /health HTTP/0.9\r\n\r\n',
};

/** A stranger must not learn what is wrong with these. */
const UNAUTHENTICATED: readonly string[] = [
  `/api/admin/projects/${ELSEWHERE}/change-requests/scheduled/not-a-number`,
  '/api/admin/events?limit=none',
];

/** Requests that must be refused, whatever else they ask. */
export const DOUBTFUL_REQUESTS: readonly Attack[] = [
  {
    name: 'doubtful requests',
    others: { ready: true },
    run: async (attacker) => {
      for (const [name, bytes] of Object.entries(REFUSED)) {
        const received = await attacker.exchange(bytes, WITHIN_MS);
        const [, status = 'none'] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
        if (!/^(?:4\d\d|505)$/.test(status)) attacker.problem(`${name} is ${status}`);
      }
      for (const path of UNAUTHENTICATED) {
        const status = await attacker.send({ method: 'GET', path });
        if (status !== 401) attacker.problem(`${path} is ${status} to a stranger`);
      }
    },
  },
];
