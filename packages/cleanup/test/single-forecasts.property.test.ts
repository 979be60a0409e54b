import { matchesAny, targetsOf } from '@forewarn/core';
import { makeGetForecast } from '@forewarn/forecast';
import { arbitrarySchedule } from '@forewarn/forecast/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeGetProjectCleanup } from '../src/cleanups.ts';
import { DAY_MS } from './candidates.ts';
import { cleanupWorld, staleFeature } from './cleanup-world.ts';

const CANDIDATES = [
  staleFeature('a', { children: ['A'] }),
  staleFeature('A', { parents: ['a'] }),
  staleFeature('b', { parents: ['_'] }),
  staleFeature('_'),
];

test('nothing is known that depends on a change request whose forecast is unknown', () =>
  fc.assert(
    fc.asyncProperty(arbitrarySchedule('shop'), fc.nat(30), async (all, unlisted) => {
      const scheduled = all.map((each, index) =>
        index === unlisted ? { ...each, features: [], segments: [] } : each,
      );
      const ports = await cleanupWorld(scheduled, { shop: CANDIDATES });
      const one = { credentials: 'shop', projectId: 'shop' };
      const forecasts = await Promise.all(
        scheduled.map(({ id }) => makeGetForecast(ports)({ ...one, id })),
      );
      const singles = forecasts.map((each) => each._unsafeUnwrap().forecast.forecast);
      const command = { ...one, quietMs: 7 * DAY_MS, limit: 50 };
      const { candidates } = (await makeGetProjectCleanup(ports)(command))._unsafeUnwrap();

      for (const { target, verdict, reasons, evidence } of candidates) {
        const pending = scheduled.filter(({ schedule }) => schedule?.status === 'pending');
        const touching = pending.filter((each) => matchesAny(targetsOf(each), [target]));
        const shown = pending.filter(({ id }) =>
          evidence.some(({ changeRequest }) => changeRequest?.id === id),
        );
        const own = touching.map(({ id }) => singles[id]);
        // With those that touch only its parent, which can't make its own removal fail.
        const outcomes = [...own, ...shown.map(({ id }) => singles[id])];
        const isKnown = !outcomes.includes('unknown');
        const isBroken = outcomes.some((each) => each !== 'unknown' && each !== 'as-planned');

        expect([isKnown, verdict === 'now' || verdict === 'after']).not.toEqual([false, true]);
        expect([own.includes('unknown'), reasons.includes('removal-fails')]).not.toEqual([
          true,
          true,
        ]);
        expect([isBroken, reasons.includes('not-as-planned')]).not.toEqual([false, true]);
      }
    }),
    { numRuns: 25 },
  ));
