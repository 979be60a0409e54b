import { cutRoundRobin } from '@forewarn/platform';
import { keyOf } from '@forewarn/record';
import { bytesOf, type KeptChangeRequest, parsed } from '@forewarn/store-memory';
import { type ForecastFindings, MAX_VICTIM_BYTES, MAX_VICTIMS_READ } from '../forecast-reader.ts';
import { plannedIn, plannedKeys } from './planned-in.ts';

/** Returns those of all that are planned that one of them may affect, the soonest first. */
export function victimsOf(
  of: KeptChangeRequest,
  planned: readonly KeptChangeRequest[],
  known: ReadonlySet<string>,
): Pick<ForecastFindings, 'victims' | 'hasMoreVictims'> {
  const changed = new Set(plannedKeys(of, 'isEffective'));
  const released = new Set(plannedKeys(of, 'hasDependency'));
  const found = planned.filter(
    (each) =>
      each !== of &&
      !known.has(keyOf(each)) &&
      ((each.entry.scheduledAt >= of.entry.scheduledAt &&
        plannedIn(each).targets.some((key) => changed.has(key))) ||
        (each.entry.scheduledAt <= of.entry.scheduledAt &&
          plannedKeys(each, 'isEffective').some((key) => released.has(key)))),
  );
  const lists = [found.slice(0, MAX_VICTIMS_READ)];
  const [victims = []] = cutRoundRobin(lists, ({ text }) => bytesOf(text), MAX_VICTIM_BYTES);
  return {
    victims: victims.map(parsed),
    ...(victims.length < found.length ? { hasMoreVictims: true } : {}),
  };
}
