import { describe, expect, it } from 'vitest';
import { recoveryOf, servedAfter, wrongResponses } from './judge.ts';
import type { Asked } from './load.ts';

const FROM = 1_000;
const TO = 2_000;
const NODES = 2;

const asked = (more: Partial<Asked>): Asked => ({
  kind: 'read',
  node: 0,
  begunAt: 1_100,
  endedAt: 1_200,
  outcome: 'done',
  words: 'GET /: 200 []',
  ...more,
});

const OUTAGE = { reads: 'refused', writes: 'refused' } as const;
const READ_ONLY = { reads: 'done', writes: 'refused' } as const;

describe('responses', () => {
  it.for<[what: string, Partial<Asked>]>([
    ['a result of a search while the store was unavailable', {}],
    ['a write that was done', { kind: 'write' }],
    ['a cut connection', { outcome: 'cut' }],
    ['a wrong response, at any time', { outcome: 'wrong', begunAt: 0, endedAt: 1 }],
    ['a late refusal, at any time', { outcome: 'refused', begunAt: 0, endedAt: 5_501 }],
  ])('rejects %s', ([, one]) => {
    expect(wrongResponses([asked(one)], OUTAGE, FROM, TO)).toHaveLength(1);
  });

  it('may be late if they are of the deletion of a project', () => {
    const words = 'DELETE /api/admin/projects/shop: 200';
    const late = asked({ kind: 'write', endedAt: 9_000, words });
    expect(wrongResponses([late], OUTAGE, FROM, TO)).toEqual([]);
  });

  it('distinguish reads and writes', () => {
    const all = (['read', 'write'] as const).flatMap((kind) =>
      (['done', 'refused'] as const).map((outcome) => asked({ kind, outcome, words: kind })),
    );
    const wrong = wrongResponses(all, READ_ONLY, FROM, TO);
    expect(wrong).toEqual(['refused during the fault: read', 'done during the fault: write']);
  });
});

describe('recovery', () => {
  const served = [0, 1].flatMap((node) =>
    (['read', 'write'] as const).map((kind) =>
      asked({ node, kind, begunAt: 2_010, endedAt: 2_050 + node }),
    ),
  );

  it('is when the last node has served reads and writes', () => {
    expect(servedAfter(served, TO, NODES)).toBe(true);
    expect(recoveryOf(served, TO, NODES)).toBe(51);
  });

  it('is not there while one of them has not', () => {
    for (const missing of served) {
      const others = served.filter((each) => each !== missing);
      expect(servedAfter(others, TO, NODES)).toBe(false);
      expect(recoveryOf(others, TO, NODES)).toBe(Infinity);
    }
  });

  it('does not count what was sent before', () => {
    const early = served.map((each) => ({ ...each, begunAt: TO - 1 }));
    expect(servedAfter(early, TO, NODES)).toBe(false);
  });

  it('is later when something is refused again', () => {
    const refused = asked({ outcome: 'refused', begunAt: 2_400, endedAt: 2_410 });
    expect(recoveryOf([...served, refused], TO, NODES)).toBe(400);
  });
});
