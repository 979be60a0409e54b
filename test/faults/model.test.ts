import { describe, expect, it } from 'vitest';
import { Model, type Seen, type SeenEvent, type State, type Thing, type Write } from './model.ts';

const RED = { name: 'red', title: 'one' };
const NEW_RED = { name: 'red', title: 'two' };
const created: SeenEvent = { type: 'strategy-created', data: RED, preData: null };
const updated: SeenEvent = { type: 'strategy-updated', data: NEW_RED, preData: RED };
const deleted: SeenEvent = { type: 'strategy-deleted', data: null, preData: RED };

const seen = (
  states: Readonly<Record<string, State>>,
  events: readonly SeenEvent[],
  isWhole = true,
): Seen => ({ states: new Map(Object.entries(states)), events, isWhole });

const write = (...parts: readonly (readonly [Thing, State])[]): Write => new Map(parts);

/** A model in which a strategy was acknowledged as created. */
function withRed(): { readonly model: Model; readonly red: Thing } {
  const model = new Model();
  const red = model.add('strategy', 'red');
  const creation = write([red, RED]);
  model.begin(creation);
  model.acknowledge(creation);
  return { model, red };
}

describe('what was acknowledged', () => {
  it.for<[what: string, Seen, Partial<Record<'lost' | 'wrong', number>>]>([
    ['is not there', seen({ 'strategy red': null }, [created]), { lost: 1 }],
    ['has no event', seen({ 'strategy red': RED }, []), { lost: 1 }],
    ['has neither', seen({ 'strategy red': null }, []), { lost: 2 }],
    ['has its event twice', seen({ 'strategy red': RED }, [created, created]), { wrong: 1 }],
    ['is something else', seen({ 'strategy red': NEW_RED }, [created]), { wrong: 1 }],
    [
      'has an event that says something else',
      seen({ 'strategy red': RED }, [{ ...created, data: NEW_RED }]),
      { wrong: 1 },
    ],
    [
      'has an event of another type',
      seen({ 'strategy red': RED }, [{ ...created, type: 'strategy-updated' }]),
      { wrong: 1 },
    ],
  ])('rejects when it %s', ([, given, { lost = 0, wrong = 0 }]) => {
    const verdict = withRed().model.check(given);
    expect(verdict.lost).toHaveLength(lost);
    expect(verdict.wrong).toHaveLength(wrong);
  });

  it('is lost when what it was before is there again', () => {
    const { model, red } = withRed();
    const update = write([red, NEW_RED]);
    model.begin(update);
    model.acknowledge(update);
    const verdict = model.check(seen({ 'strategy red': RED }, [created, updated]));
    expect(verdict).toMatchObject({ lost: [expect.stringContaining('red')], wrong: [] });
  });

  it('is still looked for when all events are listed again', () => {
    const { model } = withRed();
    model.check(seen({ 'strategy red': RED }, [created]));
    const later = seen({ 'strategy red': RED }, [], false);
    expect(model.check(later)).toEqual({ lost: [], wrong: [] });
    expect(model.check({ ...later, isWhole: true }).lost).toHaveLength(1);
  });
});

describe('a change whose outcome is unknown', () => {
  it.for<[what: string, Seen, isThere: boolean]>([
    ['did not happen', seen({ 'strategy red': RED }, [created]), true],
    ['happened', seen({ 'strategy red': null }, [created, deleted]), false],
  ])('may be that it %s, and is known from then on', ([, given, isThere]) => {
    const { model, red } = withRed();
    model.begin(write([red, null]));
    expect(model.check(given)).toEqual({ lost: [], wrong: [] });
    expect(model.check(given)).toEqual({ lost: [], wrong: [] });
    const other = seen({ 'strategy red': isThere ? null : RED }, given.events);
    expect(model.check(other).lost).toHaveLength(1);
  });

  it.for<[what: string, Seen]>([
    ['gone without its event', seen({ 'strategy red': null }, [created])],
    ['there with an event of its end', seen({ 'strategy red': RED }, [created, deleted])],
    ['ended twice', seen({ 'strategy red': null }, [created, deleted, deleted])],
  ])('can be no half: %s', ([, given]) => {
    const { model, red } = withRed();
    model.begin(write([red, null]));
    const { lost, wrong } = model.check(given);
    expect([...lost, ...wrong].length).toBeGreaterThan(0);
  });

  it('happens to all things of one change, or to none', () => {
    const model = new Model();
    const project = { id: 'shop', name: 'Shop' };
    const inShop = { id: 7, project: 'shop' };
    const shop = model.add('project', 'shop');
    const seven = model.add('change-request', 'shop/7');
    model.begin(write([shop, project], [seven, inShop]));
    const half = seen({ 'project shop': project, 'change-request shop/7': null }, [
      { type: 'project-created', data: project, preData: null },
    ]);
    expect(model.check(half).wrong).toContainEqual(expect.stringContaining('half'));
  });
});

describe('the end of a project with a change request', () => {
  const project = { id: 'shop', name: 'Shop' };
  const inShop = { id: 7, project: 'shop' };
  const made = [
    { type: 'project-created', data: project, preData: null },
    { type: 'change-request-scheduled', data: inShop, preData: null },
  ];
  const ended = { type: 'project-deleted', data: null, preData: project };
  const withdrawn = { type: 'change-request-schedule-withdrawn', data: null, preData: inShop };
  const gone = { 'project shop': null, 'change-request shop/7': null };

  it.for<[what: string, isAcknowledged: boolean, Seen, problems: number]>([
    ['has one event', true, seen(gone, [...made, ended]), 0],
    ['has one event, if it is seen later', false, seen(gone, [...made, ended]), 0],
    ['has no second event', true, seen(gone, [...made, withdrawn, ended]), 1],
    [
      'leaves no change request',
      true,
      seen({ ...gone, 'change-request shop/7': inShop }, [...made, ended]),
      1,
    ],
  ])('%s', ([, isAcknowledged, given, problems]) => {
    const model = new Model();
    const shop = model.add('project', 'shop');
    const seven = model.add('change-request', 'shop/7');
    model.begin(write([shop, project], [seven, inShop]));
    model.acknowledge(write([shop, project], [seven, inShop]));
    const end = write([shop, null], [seven, null]);
    model.begin(end);
    if (isAcknowledged) model.acknowledge(end);
    const { lost, wrong } = model.check(given);
    expect([...lost, ...wrong]).toHaveLength(problems);
  });
});

it('rejects what comes from nowhere', () => {
  const verdict = new Model().check(seen({ 'strategy red': RED }, [created]));
  expect(verdict.wrong).toHaveLength(2);
});
