import { compareBytes, targetKey } from '@forewarn/record';
import type { CandidateFacts, CleanupEvidence, PlannedRemoval } from './cleanup.ts';
import { type CleanupClock, type OwnVerdict, sorted, verdictOf } from './verdict-of.ts';

/**
 * Returns what can be done about each candidate: by wave, then by project and target. A feature with children can be removed
 * only after all of them, so in a later wave, and no earlier than any of them.
 */
export function planCleanup(
  candidates: readonly CandidateFacts[],
  clock: CleanupClock,
): readonly PlannedRemoval[] {
  const own = new Map(
    candidates.map((each) => [candidateKey(each), { facts: each, ...verdictOf(each, clock) }]),
  );
  const slots = inWaves(own);
  return [...own]
    .map(([key, candidate]) => removalOf(candidate, slots.get(key), slots))
    .toSorted(
      (a, b) =>
        (a.wave ?? Infinity) - (b.wave ?? Infinity) ||
        compareBytes(a.project ?? '', b.project ?? '') ||
        compareBytes(targetKey(a.target), targetKey(b.target)),
    );
}

interface Candidate extends OwnVerdict {
  readonly facts: CandidateFacts;
}

/** The wave of a target that can be removed, and from when on, in milliseconds since 1970; at once without a time. */
interface Slot {
  readonly wave: number;
  readonly after?: number;
}

/** Two projects never have a feature of the same name, so that a feature needs no project. */
const candidateKey = ({ target }: Pick<CandidateFacts, 'target'>): string => targetKey(target);

const childrenOf = ({ facts: { target, present } }: Candidate): readonly string[] =>
  target.kind === 'feature' ? (present.children ?? []) : [];

const keyOfFeature = (name: string): string => targetKey({ kind: 'feature', name });

/** Gives each target a slot after those of its children. One in a circle, or with a child without a slot, has none. */
function inWaves(candidates: ReadonlyMap<string, Candidate>): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  let waiting = [...candidates].filter(
    ([, { verdict }]) => verdict === 'now' || verdict === 'after',
  );
  for (let wave = 1; waiting.length > 0; wave += 1) {
    const ready = waiting.filter(([, each]) =>
      childrenOf(each).every((name) => slots.has(keyOfFeature(name))),
    );
    if (ready.length === 0) break;
    for (const [key, each] of ready) {
      const children = childrenOf(each).map((name) => slots.get(keyOfFeature(name)));
      const times = [each, ...children].flatMap((one) => one?.after ?? []);
      slots.set(key, { wave, ...(times.length === 0 ? {} : { after: Math.max(...times) }) });
    }
    waiting = waiting.filter(([key]) => !slots.has(key));
  }
  return slots;
}

function removalOf(
  candidate: Candidate,
  slot: Slot | undefined,
  slots: ReadonlyMap<string, Slot>,
): PlannedRemoval {
  const { facts, verdict, evidence } = candidate;
  const { target, project } = facts;
  const { usedBy } = facts.present;
  const named = {
    target,
    ...(project === undefined ? {} : { project }),
    ...(usedBy === undefined ? {} : { usedBy }),
  };
  if (slot !== undefined) {
    const { wave, after } = slot;
    const time = after === undefined ? undefined : new Date(after).toISOString();
    return {
      ...named,
      ...(time === undefined ? { verdict: 'now' } : { verdict: 'after', after: time }),
      wave,
      reasons: [],
      evidence,
    };
  }
  const children = childrenOf(candidate)
    .filter((name) => !slots.has(keyOfFeature(name)))
    .toSorted(compareBytes);
  if (children.length === 0) {
    return { ...named, verdict, reasons: candidate.reasons, evidence };
  }
  const known = verdict === 'blocked' ? candidate.reasons : [];
  const dependent: CleanupEvidence = { rule: 'has-children', evidence: 'measured', children };
  return {
    ...named,
    verdict: 'blocked',
    reasons: sorted([...known, 'has-children']),
    evidence: [...evidence, dependent],
  };
}
