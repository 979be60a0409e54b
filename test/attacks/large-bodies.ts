import type { Attack } from './attack.ts';
import { scheduledPath } from '../faults/attempts.ts';
import { ATTACKED } from './target.ts';

const MIB = 2 ** 20;
const SMALL_HEAP_MIB = 256;

const bodyOf = (project: string, features: string): string =>
  `{"id":1,"project":"${project}","environment":"production","state":"Scheduled","features":${features}}`;

/** An array of one thing as often as fits. */
const filled = (item: string, bytes: number): string =>
  `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)))}${item}]`;

/** 1 MB of numbers where features belong. */
const numbers = (project: string): string => bodyOf(project, filled('1', MIB - 200));

/** 241 KiB of numbers where changes belong. */
const changes = (project: string): string =>
  bodyOf(project, `[{"name":"f","changes":${filled('1', 241 * 1024)}}]`);

/** As many objects as fit, each with a problem of its own. */
const objects = (project: string): string =>
  bodyOf(project, filled('{"name":1,"changes":[{}]}', MIB - 200));

/** As many targets as one list of changes may touch. */
const targets = (project: string, first: number): string =>
  bodyOf(
    project,
    `[{"name":"f","changes":[{"action":"addStrategy","payload":{"segments":[${Array.from({ length: 9_999 }, (_, id) => first + id).join()}]}}]}]`,
  );

/** 1 MB of escaped quotes: each could end the text. */
const quotes = (project: string): string =>
  `{"comments":"${'\\"'.repeat(524_000)}","project":"${project}"}`;

/** 1 MB that is recorded. */
const text = (project: string): string =>
  bodyOf(
    project,
    `[{"name":"f","changes":[{"action":"updateStrategy","payload":{"id":"s","title":"${'x'.repeat(MIB - 400)}"}}]}]`,
  );

const putting = (
  name: string,
  keyName: 'weak' | 'writer',
  clients: number,
  ...bodies: readonly string[]
): Attack => ({
  name,
  run: (attacker, { keys: { [keyName]: key } }) => {
    let sent = 0;
    return attacker.flood(clients, () => {
      const body = bodies[sent++ % bodies.length] ?? '';
      return { method: 'PUT', path: `${scheduledPath(ATTACKED)}/1`, key, body };
    });
  },
});

const weak = (name: string, clients: number): Attack =>
  putting(name, 'weak', clients, numbers(ATTACKED));

const writing = (name: string, ...bodies: readonly string[]): Attack =>
  putting(name, 'writer', 4, ...bodies);

const writingTogether = (name: string, body: string): Attack =>
  putting(`${name} from 16 clients that may write`, 'writer', 16, body);

/** Bodies that cost more to check than to send. */
export const LARGE_BODIES: readonly Attack[] = [
  weak('1 MB of features from a key of another project', 1),
  weak('1 MB of features from 16 clients of another project', 16),
  {
    ...weak('1 MB of features from 16 clients of another project, small heap', 16),
    heapMib: SMALL_HEAP_MIB,
  },
  writing('1 MB of features from a key that may write', numbers(ATTACKED)),
  writing('241 KiB of changes from a key that may write', changes(ATTACKED)),
  writing('1 MB of wrong objects from a key that may write', objects(ATTACKED)),
  writing('1 MB of escaped quotes from a key that may write', quotes(ATTACKED)),
  writingTogether('1 MB of wrong objects', objects(ATTACKED)),
  writingTogether('1 MB of escaped quotes', quotes(ATTACKED)),
  writingTogether('1 MB of text', text(ATTACKED)),
  writing('10,000 targets of one change request', targets(ATTACKED, 0), targets(ATTACKED, 10_000)),
];
