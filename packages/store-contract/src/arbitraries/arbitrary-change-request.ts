import type { ChangeAction, ScheduledChangeRequest } from '@forewarn/core';
import { problemsOfChangeRequest } from '@forewarn/record';
import * as fc from 'fast-check';
import { type Alphabet, arbitraryCharacter, arbitraryName } from './arbitrary-name.ts';
import { arbitrarySegmentId } from './arbitrary-targets.ts';

const KNOWN_ACTIONS: Readonly<Record<ChangeAction, null>> = {
  updateEnabled: null,
  addStrategy: null,
  updateStrategy: null,
  updateMilestoneStrategy: null,
  deleteStrategy: null,
  reorderStrategy: null,
  patchVariant: null,
  archiveFeature: null,
  addDependency: null,
  deleteDependency: null,
  updateSegment: null,
  deleteSegment: null,
  addReleasePlan: null,
  deleteReleasePlan: null,
  startMilestone: null,
  changeMilestoneProgression: null,
  createMilestoneProgression: null,
  updateMilestoneProgression: null,
  deleteMilestoneProgression: null,
  resumeMilestoneProgression: null,
  changeSafeguard: null,
  deleteSafeguard: null,
  changeReleasePlanSafeguard: null,
  deleteReleasePlanSafeguard: null,
  changeFeatureEnvSafeguard: null,
  deleteFeatureEnvSafeguard: null,
};
const UNKNOWN_ACTIONS = ['inventedTomorrow', '__proto__', 'constructor', 'toString', ''];

const json = { noNullPrototype: true } as const;

const action = fc.constantFrom(...Object.keys(KNOWN_ACTIONS), ...UNKNOWN_ACTIONS);
const segments = fc.array(fc.oneof(arbitrarySegmentId, fc.constantFrom('1', null)), {
  maxLength: 3,
});
const title = fc.oneof(
  fc.constantFrom('', ' ', 'null', 'two\nlines', '\ttab', "it's 100 %"),
  fc.string({ unit: arbitraryCharacter }),
);
const STUBBORN_PAYLOAD: unknown = JSON.parse('{"__proto__":{"id":"a"},"note":"\\u2028 \\\\"}');

/** A payload that fits an action, or any JSON. */
function arbitraryPayload(name: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const id = fc.oneof(
    { weight: 6, arbitrary: name },
    { weight: 3, arbitrary: arbitrarySegmentId },
    { weight: 1, arbitrary: fc.constantFrom('', null, 1.5, false) },
  );
  const constraints = fc.array(fc.record({ contextName: id }, json), { maxLength: 2 });
  const strategy = { id, name: id, segments, constraints };
  const optional = { ...json, requiredKeys: [] };
  const planned = fc.record({ ...strategy, strategyName: name }, optional);
  const milestone = fc.record({ strategies: fc.array(planned, { maxLength: 2 }) }, optional);
  const snapshot = fc.oneof(
    fc.record(strategy, optional),
    fc.record({ milestones: fc.array(milestone, { maxLength: 2 }) }, json),
    fc.constantFrom(null, { name: '\0', milestones: {} }),
  );
  const fields = fc.record({ ...strategy, feature: id, snapshot }, optional);
  const list = fc.array(fc.oneof(fc.record({ id }, json), id), { maxLength: 3 });
  return fc.oneof(
    { weight: 5, arbitrary: fields },
    { weight: 3, arbitrary: list },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: fc.constant(STUBBORN_PAYLOAD) },
  );
}

/** Few ids, so that puts replace one another. Their numeric order differs from their text order. */
export const arbitraryChangeRequestId: fc.Arbitrary<number> = fc.constantFrom(0, 2, 9, 10, 100);

/** Any change request that a store must accept, as JSON. */
export function arbitraryChangeRequest(alphabet: Alphabet): fc.Arbitrary<ScheduledChangeRequest> {
  const name = arbitraryName(alphabet);
  const change = fc.record(
    { action, payload: arbitraryPayload(name), conflict: fc.string() },
    { ...json, requiredKeys: ['action'] },
  );
  const feature = fc.record(
    { name, changes: fc.array(change, { maxLength: 3 }), defaultChange: change },
    { ...json, requiredKeys: ['name', 'changes'] },
  );
  const author = fc.oneof(name, fc.record({ id: arbitrarySegmentId, username: name }, json));
  return fc
    .record(
      {
        id: arbitraryChangeRequestId,
        title,
        environment: name,
        project: name,
        state: fc.constant('Scheduled' as const),
        features: fc.array(feature, { maxLength: 2 }),
        segments: fc.array(change, { maxLength: 2 }),
        createdBy: author,
        comments: fc.jsonValue({ maxDepth: 1 }),
      },
      {
        ...json,
        requiredKeys: ['id', 'environment', 'project', 'state', 'features', 'segments'],
      },
    )
    .map((generated): ScheduledChangeRequest => JSON.parse(JSON.stringify(generated)))
    .filter((changeRequest) => problemsOfChangeRequest(changeRequest).length === 0);
}
