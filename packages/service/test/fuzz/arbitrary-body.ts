import fc from 'fast-check';
import { type Bytes, hostileText, mostly, rarely, utf8 } from './arbitrary-text.ts';
import { FEATURES, PROJECTS, STRATEGIES } from './fuzz-world.ts';

const json = (value: unknown): Bytes => utf8(JSON.stringify(value) ?? '');

/** Small to send, expensive to check or to store. */
const costly: fc.Arbitrary<unknown> = fc.constantFrom(
  Array.from({ length: 100_000 }, () => 1),
  Array.from({ length: 20_000 }, () => ({})),
  Array.from({ length: 20_000 }, () => [[]]),
  't'.repeat(500_000),
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: costly },
  { weight: 40, arbitrary: ordinary() },
);

function ordinary(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(null, true, -1, 1.5, 1e300, '', [], {}, [[]], -0),
    hostileText,
    fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
    fc.jsonValue({ maxDepth: 2 }),
  );
}

/** An object. Sometimes a field has another type, is missing or is added. */
function mutated(whole: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('replace', 'remove', 'add'),
    hostileText,
    anything,
  );
  return fc.tuple(whole, rarely(change, 6)).map(([object, changed]) => {
    if (changed === undefined) return object;
    const [at, how, name, value] = changed;
    const entries = Object.entries(object);
    const field = entries[at % entries.length]?.[0] ?? '';
    const others = entries.filter(([each]) => each !== field || how === 'add');
    if (how === 'remove') return Object.fromEntries(others);
    // Object.fromEntries makes `__proto__` an ordinary field.
    return Object.fromEntries([...others, [how === 'add' ? name : field, value]]);
  });
}

const change = mutated(
  fc.record(
    {
      action: mostly(
        'updateEnabled',
        'updateStrategy',
        'addStrategy',
        'reorderStrategy',
        'patchVariant',
      ),
      payload: fc.oneof(
        fc.record({ id: mostly('id-1', 'id-2'), segments: fc.array(fc.nat(9), { maxLength: 2 }) }),
        anything,
      ),
    },
    { requiredKeys: ['action'] },
  ),
);

export const changeRequest = (project: string, id: number): fc.Arbitrary<object> =>
  mutated(
    fc.record(
      {
        id: fc.constant(id),
        project: fc.constant(project),
        environment: mostly('production', 'development'),
        state: fc.constant('Scheduled'),
        title: mostly('A title'),
        schedule: fc.constantFrom(
          { status: 'pending', scheduledAt: '2027-01-01T00:00:00.000Z' },
          { status: 'failed', scheduledAt: '2027-01-01T00:00:00.000Z', reason: 'why' },
        ),
        features: fc.array(
          mutated(
            fc.record({ name: mostly(...FEATURES), changes: fc.array(change, { maxLength: 2 }) }),
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['id', 'project', 'environment', 'state'] },
    ),
  );

/** Edits of the schedule of a project, for a preview. */
export const editsOf = (project: string, id: fc.Arbitrary<number>): fc.Arbitrary<object> =>
  mutated(
    fc.record({
      edits: fc.array(
        mutated(
          fc.oneof(
            id.chain((of) => fc.record({ put: changeRequest(project, of) })),
            fc.record({ withdraw: id }),
            fc.record({
              move: id,
              scheduledAt: mostly('2027-01-02T00:00:00Z', '2020-01-01T00:00:00Z'),
            }),
          ),
        ),
        { maxLength: 3 },
      ),
    }),
  );

const parameter = fc.record({
  name: mostly('percent'),
  type: fc.constantFrom('string', 'percentage', 'list', 'number', 'boolean'),
});

/** A strategy definition, with or without a name. */
export const definition = (name: fc.Arbitrary<string> | undefined): fc.Arbitrary<object> =>
  mutated(
    fc.record({
      ...(name === undefined ? {} : { name }),
      description: mostly('What it does.'),
      parameters: fc.array(mutated(parameter), { maxLength: 2 }),
    }),
  );

export const newDefinition = definition(mostly(...STRATEGIES));

export const project: fc.Arbitrary<object> = mutated(
  fc.record({ id: mostly(...PROJECTS), name: mostly('A project') }),
);

export const coverage: fc.Arbitrary<object> = mutated(fc.record({ kind: mostly('live') }));

export const webhook = mutated(
  fc.record(
    {
      url: mostly('https://hooks.example/x', 'http://127.0.0.1:1/x', 'https://a:b@[::1]/?x#y'),
      events: fc.array(mostly('forecast-changed', 'data-too-old'), { maxLength: 2 }),
      projects: fc.array(mostly(...PROJECTS), { maxLength: 2 }),
      environments: fc.array(mostly('production', 'development'), { maxLength: 2 }),
      template: mostly('generic', 'slack', 'teams'),
    },
    { requiredKeys: ['url'] },
  ),
);

const impactTarget = mutated(
  fc.oneof(
    fc.record({ feature: mostly(...FEATURES), intent: mostly('archive') }),
    fc.record({ strategyId: mostly('id-1', 'id-2'), feature: mostly(...FEATURES) }),
    fc.record({ variantForFlag: mostly(...FEATURES), intent: mostly('update') }),
    fc.record({ segment: fc.nat(9), intent: mostly('update', 'delete') }),
    fc.record({ strategyDefinition: mostly(...STRATEGIES), intent: mostly('delete') }),
  ),
);

/** The targets of an impact; sometimes as many as fit, or one too many. */
export const impactTargets = mutated(
  fc.record({
    targets: fc.oneof(
      { weight: 20, arbitrary: fc.array(impactTarget, { minLength: 1, maxLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(impactTarget, fc.constantFrom(0, 1_000, 1_001))
          .map(([target, count]) => Array.from({ length: count }, () => target)),
      },
    ),
  }),
);

/** A value as JSON, sometimes malformed. */
export function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Bytes> {
  const spoiled: readonly ((text: Bytes) => Bytes)[] = [
    (text) => text.slice(0, text.length / 2),
    (text) => `${text}}`,
    (text) => `\u00ef\u00bb\u00bf${text}`,
    (text) => `${text}\u00ff`,
    (text) => text.replace('{', '{"__proto__":{"isAdmin":true},"a":1,"a":2,'),
    (text) => text.replaceAll(/"[a-z]/g, '"\\ud800'),
    (text) => text.replace(/\d+/, '1'.repeat(400)),
    () => '['.repeat(20_000),
    () => `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    () => '',
  ];
  return fc.oneof(
    { weight: 12, arbitrary: value.map(json) },
    { weight: 1, arbitrary: anything.map(json) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, fc.constantFrom(...spoiled))
        .map(([whole, spoil]) => spoil(json(whole))),
    },
  );
}
