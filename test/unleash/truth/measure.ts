import { INTENTS, type IntentId, type PersonsAct } from './intents.ts';
import type { ScheduledChange } from './scheduled-change.ts';
import { type ChangeId, SCHEDULED_CHANGES } from './scheduled-changes.ts';
import {
  type Call,
  makeWorld,
  type MeasuredUnleash,
  stateOf,
  untilArchivingIsHandled,
  type World,
} from './world.ts';

/** One thing that a person does, and one scheduled change. */
export interface Cell {
  readonly intent: IntentId;
  readonly change: ChangeId;
}

export const nameOf = ({ intent, change }: Cell): string => `${intent}, ${change}`;

/** An error response of Unleash. */
export interface Refusal {
  readonly status: number;
  readonly name?: string;
}

/** What Unleash did in one cell. */
export interface Observation {
  /** The response that refused what the person did. */
  readonly refused?: Refusal;
  /** Whether Unleash refuses it, too, if nothing is scheduled. */
  readonly isRefusedAnyway?: boolean;
  /** Whether the scheduled change is still in Unleash's tables after that. */
  readonly isKept: boolean;
  /** The response that refused to apply the change. */
  readonly failed?: Refusal;
  /** Whether the change has the effect that was planned; absent if it was not applied. */
  readonly isAsPlanned?: boolean;
}

export const CELLS: readonly Cell[] = (Object.keys(INTENTS) as IntentId[]).flatMap((intent) => {
  const { only, question }: PersonsAct = INTENTS[intent];
  const changes = only ?? (Object.keys(SCHEDULED_CHANGES) as ChangeId[]);
  return changes
    .filter((change) => question !== undefined || change !== 'enterprise')
    .map((change) => ({ intent, change }));
});

/** The status of a service that this version lacks. */
export const LACKING = 501;

/** Does in a world of a new name what a cell says. */
export async function measure(
  unleash: MeasuredUnleash,
  { intent, change }: Cell,
  name: string,
): Promise<Observation> {
  const act: PersonsAct = INTENTS[intent];
  const scheduled: ScheduledChange = SCHEDULED_CHANGES[change];
  const world = await prepared(unleash, [scheduled], name);
  const id = await schedule(world, scheduled);
  const refused = await firstRefusal(world, act.calls(world));
  const isKept = await isScheduled(world, id);
  if (refused !== undefined) {
    const untouched = await prepared(unleash, [scheduled], `${name}-again`);
    const again = await firstRefusal(untouched, act.calls(untouched));
    return { refused, isKept, isRefusedAnyway: again !== undefined };
  }
  const before = await stateOf(world);
  const applied = scheduled.apply && (await world.ask(scheduled.apply(world)));
  if (applied === undefined || applied.status === LACKING) return { isKept };
  if (applied.status >= 400) return { isKept, failed: refusalOf(applied) };
  const after = await stateOf(world);
  return { isKept, isAsPlanned: scheduled.isAsPlanned?.(after, world, before) ?? true };
}

/** Makes a world in which changes can be scheduled. */
export async function prepared(
  unleash: MeasuredUnleash,
  changes: readonly ScheduledChange[],
  name: string,
): Promise<World> {
  const world = await makeWorld(unleash, name);
  for (const step of changes.flatMap(({ prepare = () => [] }) => prepare(world))) {
    if ('statement' in step) {
      await world.query(step.statement, step.values);
    } else {
      const { status, body } = await world.ask(step);
      if (status >= 400) throw new Error(`${step.path}: ${status} ${JSON.stringify(body)}`);
    }
  }
  return world;
}

/** Whether a scheduled change is in Unleash's tables. */
export const isScheduled = async (world: World, id: number | undefined): Promise<boolean> =>
  (await world.query(KEPT, [id])).length > 0;

const KEPT = 'select 1 from change_request_events where change_request_id = $1';

const SCHEDULE = `with
  request as (insert into change_requests (environment, state, project, created_by)
    values ('development', 'Scheduled', $1, $2) returning id),
  schedule as (insert into change_request_schedule (change_request, scheduled_at, created_by, status)
    select id, now() + interval '1 day', $2, 'pending' from request)
  insert into change_request_events (change_request_id, feature, action, payload, created_by)
    select id, $3, $4, $5, $2 from request returning change_request_id as id`;

/** Writes a scheduled change request into Unleash's tables, where its open-source code looks for it. Returns its id. */
export async function schedule(
  world: World,
  { action, under, payload }: ScheduledChange,
): Promise<number | undefined> {
  const [row] = await world.query<{ readonly id: number }>(SCHEDULE, [
    world.project,
    world.user,
    under?.(world),
    action,
    JSON.stringify(payload(world)),
  ]);
  return row?.id;
}

async function firstRefusal(world: World, calls: readonly Call[]): Promise<Refusal | undefined> {
  for (const call of calls) {
    if (call.afterEventsOf !== undefined) {
      await untilArchivingIsHandled(world.query, call.afterEventsOf);
    }
    const response = await world.ask(call);
    if (response.status >= 400) return refusalOf(response);
  }
  return undefined;
}

/** The parts of a response that say why it is one. */
export const refusalOf = ({ status, name }: Refusal): Refusal =>
  name === undefined ? { status } : { status, name };
