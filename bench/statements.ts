import { sqlCleanup } from '@forewarn/cleanup/sql';
import { sqlForecast } from '@forewarn/forecast/sql';
import { makeDeleteStrategy, makeSearchScheduledChangeRequests } from '@forewarn/core';
import { makeGetProjectImpact } from '@forewarn/impact';
import { sqlNotify } from '@forewarn/notify/sql';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import { openPostgresStore } from '@forewarn/store-postgres';
import { apiKeyAuthorizer, hashSecret } from '../packages/service/src/keys/api-key-authorizer.ts';
import { FEATURES } from './population.ts';
import { sentDuring } from './sent-during.ts';

/** The numbers of statements per request on Postgres, with a cached key. */
interface Statements {
  readonly search: number;
  /** Of 1,000 targets, and whether their names are known. */
  readonly impact: number;
  readonly remove: number;
  /** The total of 100 concurrent searches. */
  readonly hundredSearches: number;
}

const ADMIN = 'the key of the statement count';

/** Counts the statements of the use cases, composed as in the service. */
export async function countStatements(connectionString: string): Promise<Statements> {
  const store = (
    await openPostgresStore({
      connectionString,
      capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
    })
  )._unsafeUnwrap();
  const key = { name: 'counter', secretHash: hashSecret(ADMIN), permissions: ['ADMIN'] } as const;
  (await store.apiKeys.create(key))._unsafeUnwrap();
  const authorizer = apiKeyAuthorizer(store.apiKeys);
  const credentials = { key: ADMIN, address: () => '192.0.2.1' };
  const search = makeSearchScheduledChangeRequests({ authorizer, ...store });
  const impact = makeGetProjectImpact({ authorizer, ...store });
  const remove = makeDeleteStrategy({ authorizer, ...store });
  const anyOf = [{ kind: 'feature', name: FEATURES[10] }] as const;
  const questions = Array.from({ length: 1_000 }, (_, index) => ({
    target: { kind: 'feature', name: `f-${index}` } as const,
  }));
  const ask = () => search({ credentials, projectId: 'project-1', anyOf });
  await ask();
  const counted = {
    search: await during(async () => void (await ask())),
    impact: await during(
      async () => void (await impact({ credentials, projectId: 'project-1', questions })),
    ),
    remove: await during(async () => void (await remove({ credentials, name: 'nope' }))),
    hundredSearches: await during(
      async () => void (await Promise.all(Array.from({ length: 100 }, ask))),
    ),
  };
  (await store.apiKeys.revoke(key.name))._unsafeUnwrap();
  await store.close();
  return counted;
}

const during = async (work: () => Promise<void>): Promise<number> =>
  (await sentDuring(work)).length;
