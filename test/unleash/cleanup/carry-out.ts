import type { FingerprintedRemoval } from '@forewarn/cleanup';
import { flagPath, type Populated, type PopulatedUnleash, written } from './populated.ts';

/** A removal that a plan allows. */
export interface Allowed {
  readonly target: FingerprintedRemoval['target'];
  readonly wave: number;
  /** From when on, in hours from now; 0: at once. */
  readonly hour: number;
}

/** How everything ended. The names are those of the population, without its prefix. */
export interface CarriedOut {
  /** For each change request, in its order: how it ended, and what its flags were like then. */
  readonly ends: readonly string[];
  /** What Unleash refused to remove. */
  readonly refused: readonly string[];
}

interface Step {
  readonly hour: number;
  /** Change requests first: what is allowed "after" one comes after it. */
  readonly order: number;
  readonly take: () => Promise<void>;
}

/** After everything else. */
const LAST_HOUR = 1_000;

/**
 * Applies the change requests of a population, each at its time, and removes what is allowed, as early or late as it says.
 *
 * @param unlinked what is removed in another population like this: dependencies on it don't count
 */
export async function carryOut(
  unleash: PopulatedUnleash,
  populated: Populated,
  allowed: readonly Allowed[],
  unlinked: readonly string[],
): Promise<CarriedOut> {
  const prefixed = unlinked.map((name) => `${populated.prefix}${name}`);
  const { requests } = populated.population;
  const ends = new Map<number, string>();
  const refused: string[] = [];
  const applying = requests.map((_request, index): Step => ({
    hour: requests[index]?.hour ?? 0,
    order: 0,
    take: async () => void ends.set(index, await apply(unleash, populated, index, prefixed)),
  }));
  const removing = timed(populated, allowed).map(({ target, wave, hour }): Step => {
    const path = target.kind === 'feature' ? flagPath(target.name) : `/strategies/${target.name}`;
    const take = async (): Promise<void> => {
      const status = await send(unleash, { method: 'DELETE', path });
      if (status !== 'ok') refused.push(`${target.name}: ${status}`);
    };
    return { hour, order: wave, take };
  });
  const steps = [...applying, ...removing].toSorted((a, b) => a.hour - b.hour || a.order - b.order);
  for (const { take } of steps) await take();
  const own = (text: string): string => text.replaceAll(populated.prefix, '');
  return {
    ends: requests.map((_request, index) => own(ends.get(index) ?? '')),
    refused: refused.map(own),
  };
}

/** Moves what is removed late, and each wave behind the one before it. */
function timed(
  { population: { isLate }, flags, definitions }: Populated,
  allowed: readonly Allowed[],
): readonly Allowed[] {
  const targets = [...flags, ...definitions];
  let earliest = 0;
  const waves = Map.groupBy(allowed, ({ wave }) => wave);
  return [...waves]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, own]) => {
      const moved = own.map((each) => {
        const hour = isLate[targets.indexOf(each.target.name)] === true ? LAST_HOUR : each.hour;
        return { ...each, hour: Math.max(hour, earliest) };
      });
      earliest = Math.max(...moved.map(({ hour }) => hour));
      return moved;
    });
}

/** Applies one change after the other, until one fails. */
async function apply(
  unleash: PopulatedUnleash,
  populated: Populated,
  index: number,
  unlinked: readonly string[],
): Promise<string> {
  const { flags, population } = populated;
  const changes = population.requests[index]?.changes ?? [];
  const responses: string[] = [];
  for (const change of changes) {
    const status = await send(unleash, written(populated, change).call);
    responses.push(`${change.action}: ${status}`);
    if (status !== 'ok') break;
  }
  const touched = changes.map(({ flag }) => flags[flag] ?? '');
  const { rows } = await unleash.database.query<{ readonly state: string }>(SELECT_STATE, [
    touched,
    unlinked,
  ]);
  return [responses.join(', '), ...rows.map(({ state }) => state)].join('; ');
}

/** The flags as they are, without some dependencies. */
const SELECT_STATE = `select concat_ws(', ', name,
  case when archived_at is not null then 'archived' end,
  (select concat_ws(', ', case when enabled then 'on' end, variants->0->>'name') from feature_environments
    where feature_name = name and environment = 'development'),
  (select string_agg(concat_ws(' ', strategy_name, title, sort_order), ', ' order by created_at, id)
    from feature_strategies where feature_name = name and environment = 'development'),
  (select string_agg(child || ' needs ' || parent, ', ' order by child, parent) from dependent_features
    where name in (child, parent) and not (array[child, parent] && $2))) as state
  from features where name = any($1) order by name`;

/** Returns `ok`, or the name of the error. */
async function send(
  { admin }: PopulatedUnleash,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<string> {
  try {
    await admin.ask(method, path, body);
    return 'ok';
  } catch (error) {
    return /"name":"(?<name>\w+)"/.exec(String(error))?.groups?.['name'] ?? String(error);
  }
}
