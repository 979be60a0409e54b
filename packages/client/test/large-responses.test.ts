import { expect, test } from 'vitest';
import { clientOf, type FakeResponse, json } from './fake-network.ts';

const MAX = 100_000;

/** A response whose body goes on until it is cancelled. */
function endless(status: number): { readonly response: FakeResponse; readonly sent: () => number } {
  let sent = 0;
  const body = () =>
    new ReadableStream({
      pull: (controller) => {
        sent += 1_000;
        if (sent > 100 * MAX) controller.close();
        else controller.enqueue(new TextEncoder().encode(' '.repeat(1_000)));
      },
    });
  return { response: () => new Response(body(), { status }), sent: () => sent };
}

test.each([200, 404, 503])('reads no more of a %d than the maximum', async (status) => {
  const { response, sent } = endless(status);
  const { client } = clientOf([response], { maxResponseBytes: MAX, tries: 1 });

  expect(await client.getProjects()).toMatchObject({
    outcome: 'unknown',
    failure: {
      type: 'UnreadableResponse',
      status,
      message: 'The response is larger than 100000 bytes: check the URL, or raise the maximum.',
    },
  });

  expect(sent()).toBeLessThan(1.1 * MAX);
});

test('a delete whose response is too large may have been done', async () => {
  const { response } = endless(200);
  const { client } = clientOf([response], { maxResponseBytes: MAX });

  expect((await client.removeStrategy('a')).outcome).toBe('unknown');
});

test('a response of the maximum is read, also in chunks of a byte', async () => {
  const projects = [{ id: 'shop', name: 'Läden €', coverage: { kind: 'live' } }];
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, projects }));
  const inBytes: FakeResponse = () =>
    new Response(ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte))));
  const { client } = clientOf([inBytes], { maxResponseBytes: bytes.length });

  expect(await client.getProjects()).toMatchObject({ outcome: 'done', value: { projects } });
});

test('a body of several blocks is whole', async () => {
  const projects = Array.from({ length: 20_000 }, (_, n) => `Läden ${n}`);
  const { client } = clientOf([() => json({ projects })]);

  expect(await client.getProjects()).toMatchObject({ outcome: 'done', value: { projects } });
});
