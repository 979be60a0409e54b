// More than the nodes can serve: clients that repeat requests without a pause until SIGTERM. Then it prints how often
// each status was the response, on its second line. A separate process, so that it does not delay the measured load.
import process, { argv } from 'node:process';
import { autocannon } from '../../bench/autocannon.ts';
import { KEY } from './ask-node.ts';
import { SHARED } from './population.ts';

const CONNECTIONS = 320;
const AT_MOST_SECONDS = 60;
const headers = { Authorization: KEY };

// Searches, deletes and transactions, each of which needs a connection to the store. None changes anything.
const requests = [
  {
    method: 'GET',
    path: `/api/admin/projects/default/change-requests/scheduled?feature=${SHARED}`,
    headers,
  },
  { method: 'DELETE', path: '/api/admin/strategies/absent', headers },
  { method: 'POST', path: '/api/admin/strategies/absent/deprecate', headers },
];

const floods = argv
  .slice(2)
  .map((url) => autocannon({ url, connections: CONNECTIONS, duration: AT_MOST_SECONDS, requests }));
process.once('SIGTERM', () => {
  for (const flood of floods) flood.stop();
});
console.log('started');
const results = await Promise.all(floods);
console.log(JSON.stringify(results.map(({ statusCodeStats }) => statusCodeStats)));
