// A step of the action: updates its comment with the report, or adds it. One without a finding adds none.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const { GITHUB_API_URL = '', GITHUB_REPOSITORY = '', PULL_REQUEST = '' } = env;
const comments = `/repos/${GITHUB_REPOSITORY}/issues/${PULL_REQUEST}/comments`;
const PAGE_SIZE = 100;

interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user?: { readonly type?: string } | null;
}

async function ask(method: string, path: string, body?: string): Promise<unknown> {
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${env['GITHUB_TOKEN']}`,
      'X-GitHub-Api-Version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
  return response.json();
}

/** Returns the id of the comment, undefined if there is none. A person's comment that begins the same is left alone. */
async function idOf(marker: string): Promise<number | undefined> {
  for (let page = 1; ; page += 1) {
    const path = `${comments}?per_page=${PAGE_SIZE}&page=${page}`;
    const list = (await ask('GET', path)) as readonly Comment[];
    const found = list.find(
      ({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker) === true,
    );
    if (found !== undefined || list.length < PAGE_SIZE) return found?.id;
  }
}

const report = readFileSync(env['REPORT'] ?? '', 'utf8');
const [first = ''] = report.split('\n', 1);
const step = createHash('sha256')
  .update(env['STEP'] ?? '')
  .digest('hex');
const marker = `${first} <!-- ${step} -->`;
try {
  const id = await idOf(marker);
  const body = report.replace(first, marker);
  if (id !== undefined) {
    await ask('PATCH', `/repos/${GITHUB_REPOSITORY}/issues/comments/${id}`, body);
  } else if (!['clear', ''].includes(env['OUTCOME'] ?? '')) await ask('POST', comments, body);
} catch (error) {
  // As for a pull request from a fork, whose token may not write. The summary has the report, too.
  const { message } = error as Error;
  console.log(`::warning title=Forewarn could not comment::${message.replaceAll(/\s+/g, ' ')}`);
}
