import type { ForecastSchema } from '@forewarn/client';
import { type AsOf, olderOf } from '@forewarn/core';
import type { Send, Sent } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { keyOf } from '../timeline/entry.ts';
import { forecastPath, type Filters } from '../timeline/filters.ts';
import type { Range } from '../timeline/range.ts';

/** The change requests of a period that will not go as planned. */
export interface Forecasts {
  /** By the keys of the change requests, the soonest first. */
  readonly byKey: ReadonlyMap<string, ForecastSchema>;
  /** Whether there are more, or not all were read yet. */
  readonly isCut: boolean;
  /** Why some may be missing. */
  readonly reasons: ForecastSchema['reasons'];
}

/** Maximum pages of 500. A period with more needs a filter. */
const MAX_PAGES = 20;

/** Reads what will not go as planned in a period, page by page. The past has no forecast. */
export function useForecasts(filters: Filters, range: Range, now: number): Loaded<Forecasts> {
  const { send } = useSession();
  const path = range.end.getTime() > now ? forecastPath(filters, range) : '';
  return useLoad<Forecasts>(path, async (signal, pass) => readPages(send, path, signal, pass));
}

async function readPages(
  send: Send,
  first: string,
  signal: AbortSignal,
  pass: (part: Forecasts) => void,
): Promise<Sent<Forecasts>> {
  const byKey = new Map<string, ForecastSchema>();
  let reasons: Forecasts['reasons'] = [];
  let path: string | undefined = first === '' ? undefined : first;
  let oldest: AsOf;
  for (let page = 0; path !== undefined && page < MAX_PAGES; page += 1) {
    const sent: Sent<readonly ForecastSchema[]> = await send({ path, signal });
    if (!sent.ok) return sent;
    for (const each of sent.value) byKey.set(keyOf(each), each);
    reasons = [...new Set([...reasons, ...(sent.reasons ?? [])])];
    oldest = olderOf(oldest, sent.asOf);
    path = sent.next;
    if (path !== undefined) pass({ byKey: new Map(byKey), isCut: true, reasons });
  }
  const value = { byKey, isCut: path !== undefined, reasons };
  return { ok: true, value, asOf: oldest, next: undefined };
}
