import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { changeRequest, inDays, record } from './http/sample-data.ts';
import type { InProcess } from './run-in-process.ts';
import { receivingService } from './receiving-service.ts';

it('tells a receiver of a change that will be suspended, signed, once, with links', async () => {
  const { store, ask, received, hook } = await receivingService();
  const added = await ask('POST', '', { url: hook });
  expect(added.status).toBe(201);
  const { id, secret } = added.body as { id: string; secret: string };
  // What the first comparison finds is told in a summary.
  const hasCompared = async (): Promise<boolean> => {
    const { progress } = (await store.alerts.read())._unsafeUnwrap();
    return progress !== undefined && progress.sweep === undefined;
  };
  await expect.poll(hasCompared).toBe(true);
  const at = (hours: number) => ({
    schedule: { status: 'pending', scheduledAt: inDays(hours / 24) } as const,
  });
  const payload = { id: 's-1', name: 'default', parameters: {} };
  const raise = { checkout: [{ action: 'updateStrategy', payload }] };
  await record(
    store,
    changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }, at(1)),
    changeRequest(2, raise, { ...at(9), title: 'Raise' }),
  );

  await expect.poll(() => received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: 'forecast-predicted',
    data: {
      text: '"Raise" will be suspended',
      data: { id: 2, causes: [{ id: 1 }] },
      links: [
        { label: 'Open in Forewarn', url: 'https://flags.example.com/#/change-requests/shop/2' },
        { label: 'Open cause in Forewarn' },
      ],
    },
  });
  await expect
    .poll(async () => (await ask('GET', `/${id}/deliveries`)).body)
    .toMatchObject({
      deliveries: [{ id: headers['webhook-id'], state: 'delivered', attempts: 1 }],
    });
});

it.each([
  ['a private address', { url: 'http://10.0.0.7/' }, 'url: expected a public address'],
  ['credentials', { url: 'https://a:b@hooks.example.com/' }, 'url: expected a URL without a name'],
  ['an unknown event', { url: 'https://hooks.example.com/', events: ['x'] }, 'events[0]: '],
  ['no event', { url: 'https://hooks.example.com/', events: [] }, 'events: expected at least one'],
  ['no project', { url: 'https://hooks.example.com/', projects: [] }, 'projects: expected at'],
  [
    'a misspelt project',
    { url: 'https://hooks.example.com/', projects: ['shopp'] },
    'projects[0]: expected the name of a project that exists: "shopp" does not; did you mean "shop"?',
  ],
  [
    'a misspelt environment',
    { url: 'https://hooks.example.com/', environments: ['production', 'prodution'] },
    'environments[1]: expected the name of an environment that exists: "prodution" does not; did you mean "production"?',
  ],
  ['an empty project', { url: 'https://hooks.example.com/', projects: [''] }, 'projects[0]: '],
])('refuses a webhook with %s, and names the field', async (_what, body, message) => {
  const { store, ask } = await receivingService();
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'test');
  const lists = { environment: ['production', 'development'] };
  await store.names.replace({ projectId: 'shop', asOf: '2026-11-20T10:00:00.000Z', lists });
  expect(await ask('POST', '', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) as string },
  });
});

it('accepts an environment of a project whose environments are not known completely', async () => {
  const { store, ask } = await receivingService();
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'test');
  const body = { url: 'https://hooks.example.com/', environments: ['any'] };
  expect(await ask('POST', '', body)).toMatchObject({ status: 201 });
});

it('is added, listed, tested and removed by the command, which prints the secret once', async () => {
  const { store, run, runWith, received, hook } = await receivingService();
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'test');

  const added = await runWith(
    { input: hook },
    'add',
    '--project',
    'shop',
    '--event',
    'forecast-predicted',
  );
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S+\n$/) });
  const id = /webhook (?<id>\S+);/.exec(added.stderr)?.groups?.['id'] ?? '';
  const listed = await run('list');
  expect(listed.stdout).toMatch(
    new RegExp(`${id} +${new URL(hook).origin} +generic +forecast-predicted +shop`),
  );
  expect(listed.stdout).not.toMatch(/whsec_|secret-path/);
  expect(await run('test', id)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/delivered/),
  });
  expect(() =>
    new Webhook(added.stdout.trim()).verify(received[0]?.body ?? '', received[0]?.headers ?? {}),
  ).not.toThrow();
  expect(await run('remove', id)).toMatchObject({ code: 0 });
  expect(await run('remove', id)).toMatchObject({ code: 2, stderr: expect.stringMatching(/not/) });
});

interface Source {
  readonly from: string;
  readonly given: (url: string) => InProcess;
  readonly args: readonly string[];
}

const SOURCES: readonly Source[] = [
  {
    from: 'the variable',
    given: (url) => ({ env: { FOREWARN_WEBHOOK_URL: `${url}\r\n` } }),
    args: [],
  },
  { from: 'standard input', given: (url) => ({ input: `\uFEFF${url}\n` }), args: [] },
  {
    from: 'standard input, asked for by name',
    given: (input) => ({ input, isTerminal: true }),
    args: ['-'],
  },
];

it.each(SOURCES)(
  'reads the URL of a receiver from $from, so that no list of processes has it',
  async ({ given, args }) => {
    const { runWith, ask, hook } = await receivingService();

    const added = await runWith(given(hook), 'add', ...args);

    expect(added.code).toBe(0);
    expect(added.stderr).not.toContain('list of processes');
    expect((await ask('GET', '')).body).toMatchObject({
      webhooks: [{ origin: new URL(hook).origin }],
    });
  },
);

it('says where else a URL can be that is among the arguments', async () => {
  const { run, hook } = await receivingService();
  const { code, stderr } = await run('add', hook);
  expect(code).toBe(0);
  expect(stderr).toContain('list of processes');
  expect(stderr).toContain('FOREWARN_WEBHOOK_URL');
  expect(stderr).not.toContain('secret-path');
});

it.each([
  ['a terminal', { isTerminal: true }],
  ['an empty input', { input: '\n' }],
])('adds no webhook without a URL from %s', async (_what, given) => {
  const { runWith } = await receivingService();
  expect(await runWith(given, 'add')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^forewarn: nothing was added: .*\n$/) as string,
  });
});

it.each([
  [['add', 'http://10.0.0.7/'], 'nothing was added: url: expected a public address'],
  [
    ['remove', 'none'],
    'nothing was removed: There is no webhook "none". GET /webhooks lists all; check --url and the id',
  ],
  [
    ['test', 'none'],
    'nothing was sent: There is no webhook "none". GET /webhooks lists all; check --url and the id',
  ],
  [['remove', 'none', '--url', 'http://127.0.0.1:2'], 'it may not have been removed: '],
])('says what became of webhooks %j', async (args, says) => {
  const { run } = await receivingService();

  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`forewarn: ${says}`) as string,
  });
});
