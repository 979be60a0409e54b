import type { Client, RequestOptions } from '@forewarn/client';
import pLimit from 'p-limit';
import type { ForecastReport } from './ask-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';

/** Maximum projects that are asked at once. */
const CONCURRENCY = 4;

/**
 * Makes an all-clear unknown if an environment that it is about is not known to exist, which could be misspelt. Why it is unknown
 * is `failure` if a project could not be asked, and `unchecked` otherwise.
 */
export async function unlessUncheckedEnvironments(
  client: Pick<Client, 'getImpact' | 'getProjectImpact'>,
  report: ForecastReport,
  { project, environment = [] }: ForecastQuestion,
  options?: RequestOptions,
): Promise<ForecastReport> {
  if (report.outcome !== 'as-planned' || environment.length === 0) return report;
  const targets = [...new Set(environment)].map((name) => ({ environment: name }));
  const ask = (id?: string) =>
    id === undefined
      ? client.getImpact(targets, options)
      : client.getProjectImpact(id, targets, options);
  const scopes = project === undefined ? [undefined] : [...new Set(project)];
  const found = await pLimit(CONCURRENCY).map(scopes, ask);
  const isKnown = (index: number): boolean =>
    found.some((asked) => {
      const impact = asked.outcome === 'done' ? asked.value.impacts[index] : undefined;
      // What is scheduled in it shows that it exists.
      return impact !== undefined && (impact.names === 'checked' || impact.count > 0);
    });
  const unchecked = targets.flatMap((target, at) => (isKnown(at) ? [] : [target.environment]));
  if (unchecked.length === 0) return report;
  // A project that could not be asked may have them.
  const [failure] = found.flatMap((asked) => (asked.outcome === 'done' ? [] : asked.failure));
  return {
    ...report,
    outcome: 'unknown',
    ...(failure === undefined ? { unchecked } : { failure }),
  };
}
