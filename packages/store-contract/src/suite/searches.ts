import type { AskedTarget, ImpactFindings } from '@forewarn/impact';
import type { ScheduledChangeRequestSummary, SearchedTarget } from '@forewarn/core';
import type { ImpactPorts, SearchPorts } from './ports.ts';
import { valueOf } from './value-of.ts';

export async function search(
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly SearchedTarget[]
): Promise<readonly ScheduledChangeRequestSummary[]> {
  return (await valueOf(store.reader.search({ projectId, anyOf }))).changeRequests;
}

export async function searchIds(
  store: Pick<SearchPorts, 'reader'>,
  projectId: string,
  ...anyOf: readonly SearchedTarget[]
): Promise<readonly number[]> {
  return (await search(store, projectId, ...anyOf)).map(({ id }) => id);
}

export const impact = (
  store: Pick<ImpactPorts, 'reader'>,
  projectIds: readonly string[],
  asked: readonly AskedTarget[],
): Promise<ImpactFindings> => valueOf(store.reader.impact({ asked, projectIds }));
