import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { connectTo, type RawConnection, rawRequest } from './raw-connection.ts';
import { type RunningService, startService } from './running-service.ts';

/** Connections that are open and have sent nothing. */
const FRESH = 20;
const CONNECT_EVERY_MS = 10;

/** Opens connections until one is refused. Each sends its request once others are open. */
async function connectUntilRefused(service: RunningService): Promise<readonly RawConnection[]> {
  const connections: RawConnection[] = [];
  const send = ({ socket }: RawConnection): void => void socket.write(rawRequest('GET', '/health'));
  try {
    for (;;) {
      connections.push(await connectTo(service));
      const ready = connections.at(-FRESH);
      if (ready !== undefined) send(ready);
      await delay(CONNECT_EVERY_MS);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
    connections.slice(1 - FRESH).forEach(send);
    return connections;
  }
}

it('a service that is told to stop responds on each connection that it accepted', async () => {
  const service = await startService({ DATABASE_URL: 'memory:' });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  const stopped = service.end('SIGTERM');
  const connections = await connectUntilRefused(service);
  const received = await Promise.all(connections.map(({ closed }) => closed));
  expect(received.length).toBeGreaterThan(FRESH);
  expect(received.filter((each) => !/^HTTP\/1.1 200 .*"GOOD"/s.test(each))).toEqual([]);
  expect(await stopped).toEqual({ code: 0 });
});
