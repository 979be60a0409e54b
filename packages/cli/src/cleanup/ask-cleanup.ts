import type {
  CleanupCandidate,
  CleanupFilter,
  CleanupPage,
  Client,
  Failure,
} from '@forewarn/client';
import { type JoinedPages, joinPages } from '@forewarn/cleanup';

/** The list was cut, or can't be read to its end. The message is for people. */
interface CutOff {
  readonly type: 'CutOff';
  readonly message: string;
}

/** What can be removed, and from when on. */
export interface CleanupPlan extends JoinedPages<CleanupCandidate> {
  readonly quietDays: number;
  /** Why the list is incomplete. */
  readonly failure?: Failure | CutOff;
}

/** The filters of a request that name what it is about. */
type NamedKind = 'features' | 'definitions';

/** What to plan. */
export interface CleanupQuestion {
  readonly project?: readonly string[] | undefined;
  readonly quietDays: number;
  /** Only these features and strategy definitions. */
  readonly named?: Readonly<Record<NamedKind, readonly string[]>> | undefined;
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum pages. It keeps a list without an end from being read for ever. */
  readonly maxPages?: number;
}

const MAX_PAGES = 5_000;

/** Maximum names in a request, and their maximum length in its URL. */
const MAX_NAMED = 100;
const MAX_URL = 4_000;

/** Asks what can be removed. Reads all pages. */
export async function askCleanup(
  client: Pick<Client, 'getCleanup'>,
  { project, quietDays, named }: CleanupQuestion,
  { signal, maxPages = MAX_PAGES }: AskOptions = {},
): Promise<CleanupPlan> {
  const projects =
    project === undefined ? [{}] : [...new Set(project)].map((projectId) => ({ projectId }));
  const parts =
    named === undefined
      ? [{}]
      : [
          ...batchesOf(named.features).map((features) => ({ features })),
          ...batchesOf(named.definitions).map((definitions) => ({ definitions })),
        ];
  const pages: CleanupPage[] = [];
  let failure: CleanupPlan['failure'];
  for (const scope of projects.flatMap((one) => parts.map((other) => ({ ...one, ...other })))) {
    failure ??= await readPages(
      (cursor) => client.getCleanup({ quietDays, ...scope, ...cursor }, signal && { signal }),
      pages,
      maxPages,
    );
  }
  return { quietDays, ...joinPages(pages), ...(failure === undefined ? {} : { failure }) };
}

/** Adds the pages of a list. Returns why these are not all. */
async function readPages(
  read: (cursor: Pick<CleanupFilter, 'cursor'>) => ReturnType<Client['getCleanup']>,
  pages: CleanupPage[],
  maxPages: number,
): Promise<CleanupPlan['failure']> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    if (pages.length >= maxPages) return TOO_MUCH;
    const page = await read(cursor === undefined ? {} : { cursor });
    if (page.outcome !== 'done') return page.failure;
    pages.push(page.value);
    ({ cursor } = page.value);
    if (cursor === undefined) return undefined;
    if (cursors.has(cursor)) return REPEATED;
    cursors.add(cursor);
  }
}

const TOO_MUCH: CutOff = {
  type: 'CutOff',
  message: 'the list is too long to read to its end; narrow it by project',
};

const REPEATED: CutOff = { type: 'CutOff', message: 'the server repeats a page of its list' };

function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = Infinity;
  for (const name of new Set(names)) {
    length += encodeURIComponent(name).length + '&strategyDefinition='.length;
    if (length > MAX_URL || (batches.at(-1)?.length ?? 0) >= MAX_NAMED) {
      batches.push([]);
      length = encodeURIComponent(name).length;
    }
    batches.at(-1)?.push(name);
  }
  return batches;
}
