import type { ForecastSchema } from '@forewarn/client';
import { type AsOf, olderOf } from '@forewarn/record';
import type { Send, Sent } from '../api/send.ts';
import { useSession } from '../api/session.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { keyOf } from '../timeline/entry.ts';
import { forecastPath, type Filters } from '../timeline/filters.ts';
import type { Range } from '../timeline/range.ts';

type ByKey = ReadonlyMap<string, ForecastSchema>;

/** The change requests of a period that will not go as planned. */
export interface Forecasts {
  /** By the keys of the change requests, the soonest first. */
  readonly byKey: ByKey;
  /** The same of all periods and with any filter. Those of some that break others may be in no other period. */
  readonly all: ByKey;
  /** Whether there are more, or not all were read yet. */
  readonly isCut: boolean;
  /** Whether there are more at other times. */
  readonly isAllCut: boolean;
  /** Why some may be missing. */
  readonly reasons: ForecastSchema['reasons'];
}

/** Maximum pages of 500. A period with more needs a filter. */
const MAX_PAGES = 20;

/** The path of all forecasts: that of a period without an end or a filter. */
export const ALL_FORECASTS = 'change-requests/forecast?limit=500';

/** Reads what will not go as planned in a period and at other times, page by page. The past has no forecast. */
export function useForecasts(filters: Filters, range: Range, now: number): Loaded<Forecasts> {
  const { send } = useSession();
  const path = range.end.getTime() > now ? forecastPath(filters, range) : '';
  return useLoad<Forecasts>(`forecast ${path}`, async (signal) => {
    const whole = readPages(send, ALL_FORECASTS, signal);
    const [all, period] = await Promise.all([
      whole,
      path === ALL_FORECASTS ? whole : readPages(send, path, signal),
    ]);
    if (!period.ok) return period;
    if (!all.ok) return all;
    const { byKey, isCut } = all.value;
    return { ...period, value: { ...period.value, all: byKey, isAllCut: isCut } };
  });
}

type Pages = Pick<Forecasts, 'byKey' | 'isCut' | 'reasons'>;

/** Reads all pages, from the first on. */
export async function readPages(
  send: Send,
  first: string,
  signal: AbortSignal,
): Promise<Sent<Pages>> {
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
  }
  const value = { byKey, isCut: path !== undefined, reasons };
  return { ok: true, value, asOf: oldest };
}
