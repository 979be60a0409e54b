import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeRequest, inDays, record } from '../../packages/service/test/http/sample-data.ts';
import { serveFor } from '../../packages/service/test/http/with-stores.ts';
import { runClient, startClient } from './field-clients.ts';

const FEATURES = Array.from({ length: 26 }, (_, index) => `flag-${index}`);
const ARCHIVE = { action: 'archiveFeature' };
const SHOP = '/projects/shop/change-requests';

const served = serveFor();
let express: Awaited<ReturnType<typeof startClient>>;

beforeAll(async () => {
  const schedule = { status: 'pending', scheduledAt: inDays(1) } as const;
  await record(
    served.store,
    ...FEATURES.map((name, id) => changeRequest(id, { [name]: [ARCHIVE] }, { schedule })),
  );
  express = await startClient('parse-with-express.js');
});
afterAll(() => express.stop());

const idsIn = (json: unknown): readonly number[] =>
  (json as readonly { readonly id: number }[]).map(({ id }) => id);

describe('axios', () => {
  // The default is feature[]=…
  const FORMATS = [
    ['feature[]=…', {}],
    ['feature[0]=…', { paramsSerializer: { indexes: true } }],
    ['feature=…', { paramsSerializer: { indexes: null } }],
  ] as const;

  test.each(FORMATS)('asks about each of 26 features as %s', async (format, config) => {
    const key = await served.makeKey(`axios ${format.length}`);
    const asked = async (path: string): Promise<unknown> => {
      const url = `${served.url}/api/admin${path}`;
      const params = { feature: FEATURES, strategyId: ['s-1'] };
      const { data } = (await runClient('ask-with-axios.js', { url, key, params, ...config })) as {
        readonly data: unknown;
      };
      return data;
    };
    const all = FEATURES.map((_, id) => id);

    expect(idsIn(await asked(`${SHOP}/scheduled`))).toEqual(all);
    expect(idsIn(await asked(SHOP))).toEqual(all);
  });
});

/** The texts of a parameter that Express read as a list. It makes an object of one with more than 20 elements. */
function elementsOf(parsed: unknown): readonly string[] {
  if (typeof parsed === 'string') return [parsed];
  if (typeof parsed !== 'object' || parsed === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(parsed);
  return entries.every(([key, value]) => /^(?:0|[1-9]\d*)$/.test(key) && typeof value === 'string')
    ? entries.map(([, value]) => String(value))
    : [];
}

const QUERIES = [
  'feature=flag-1',
  'feature[]=flag-1',
  'feature[0]=flag-1',
  'feature%5B%5D=flag-1&feature%5b%5d=flag-2',
  'feature[0]=flag-1&feature[1]=flag-2',
  'feature[7]=flag-1',
  'feature[][]=flag-1&feature[][0]=flag-2',
  'feature[100]=flag-1',
  'feature=flag-1&feature[]=flag-2&feature[0]=flag-3',
  'featur%65[]=flag-1',
  FEATURES.map((name, index) => `feature[${index}]=${name}`).join('&'),
  // Fields of objects.
  'feature[name]=flag-1',
  'feature[-1]=flag-1',
  'feature[00]=flag-1',
  'feature[0][]=flag-1',
  'feature[0][name]=flag-1',
  // Other names.
  'feature[=flag-1',
  'feature]=flag-1',
  'feature.0=flag-1',
  'feature%255B%255D=flag-1',
  'Feature[]=flag-1',
];

describe('Express 4', () => {
  test.each(QUERIES)('reads the same features in ?%s', async (query) => {
    const parsed = (await (await fetch(`${express.url}/?${query}`)).json()) as {
      readonly feature?: unknown;
    };
    const elements = elementsOf(parsed.feature);

    const response = await served.ask('GET', `${SHOP}/scheduled?${query}`);

    expect(idsIn(response.json).map((id) => FEATURES[id])).toEqual(
      FEATURES.filter((name) => elements.includes(name)),
    );
  });
});
