import type { Failure, Outcome } from '@forewarn/client';

/** A list was cut, or can't be read to its end. The message is for people. */
export interface CutOff {
  readonly type: 'CutOff';
  readonly message: string;
}

interface Reading<Page> {
  /** Reads the page at a cursor, or the first one. */
  readonly read: (at: { readonly cursor?: string }) => Promise<Outcome<Page>>;
  readonly take: (page: Page) => void;
  /** Whether another page may be read. It keeps a list without an end from being read for ever. */
  readonly hasRoom: () => boolean;
  /** What would make the list shorter. */
  readonly narrowedBy: string;
}

/** Reads the pages of a list to its end. Returns why these are not all. */
export async function readPages<Page extends { readonly cursor?: string }>({
  read,
  take,
  hasRoom,
  narrowedBy,
}: Reading<Page>): Promise<Failure | CutOff | undefined> {
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    if (!hasRoom()) {
      return cutOff(`the list is too long to read to its end; narrow it by ${narrowedBy}`);
    }
    const page = await read(cursor === undefined ? {} : { cursor });
    if (page.outcome !== 'done') return page.failure;
    take(page.value);
    ({ cursor } = page.value);
    if (cursor === undefined) return undefined;
    if (cursors.has(cursor)) return cutOff('the server repeats a page of its list');
    cursors.add(cursor);
  }
}

/** A list that was cut, or can't be read to its end, for this reason. */
export const cutOff = (message: string): CutOff => ({ type: 'CutOff', message });
