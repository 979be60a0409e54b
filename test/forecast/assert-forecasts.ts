import assert from 'node:assert/strict';
import type { OracleForecast } from './forecast-oracle.ts';

/** A forecast as the HTTP API returns it. */
export interface ForecastJson {
  readonly project: string;
  readonly id: number;
  readonly causes: readonly CauseJson[];
  readonly causeCount: number;
  readonly hiddenCauses: number;
}

/** What is gone has no project. */
interface CauseJson {
  readonly project?: string;
  readonly id?: number;
}

const MAX_LISTED = 100;

/** Leaves out what is undefined, as JSON does. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Texts to which the order of fields makes no difference. */
const textOf = (value: object): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const keyOf = ({ project, id }: CauseJson): string => `${project} ${id}`;

/**
 * Asserts that forecasts are those of the oracle, in the same order. What one change request causes to another can come in any
 * order.
 */
export function assertForecasts(
  actual: readonly ForecastJson[],
  expected: readonly OracleForecast[],
  isReadable: (project: string) => boolean = () => true,
): void {
  // The first that differs: a difference of two long lists takes minutes to print.
  for (const [index, forecast] of expected.entries()) {
    const { body, causes: all } = forecast;
    const key = keyOf(forecast);
    const found = actual[index];
    assert.equal(found && keyOf(found), key, 'the order of forecasts');
    const { causes = [], ...rest } = found ?? {};
    const readable = all.filter(({ project }) => project === undefined || isReadable(project));
    const counts = { causeCount: all.length, hiddenCauses: all.length - readable.length };
    assert.deepEqual(rest, json({ ...body, ...counts }));
    const soonest = readable.slice(0, MAX_LISTED);
    assert.deepEqual(causes.map(keyOf), soonest.map(keyOf), key);
    // Only these can be listed.
    const last = soonest.at(-1);
    const end = readable.findLastIndex((each) => last !== undefined && keyOf(each) === keyOf(last));
    const texts = readable.slice(0, end + 1).map(textOf);
    const listed = causes.map(textOf);
    const unexpected = listed.filter((each) => !texts.includes(each));
    assert.deepEqual(unexpected, [], key);
    if (readable.length <= MAX_LISTED) assert.deepEqual(listed.toSorted(), texts.toSorted(), key);
  }
  assert.equal(actual.length, expected.length, 'the number of forecasts');
}
