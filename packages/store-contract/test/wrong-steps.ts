import { type Spoil, type WrongStore, all, at, wrong } from './wrong-store.ts';

const STORE = ['Store'];
const CONDITIONAL = 'ScheduledChangeRequestWriter, conditional';
const OF_KEYS = 'API keys of projects';
const PROJECT_DELETE = 'ProjectRepository.delete';
const DELETE = 'StrategyRepository.delete';
const RACE = 'StrategyRepository.delete, conditional, concurrently';
const PUTS = 'ScheduledChangeRequestWriter.put, concurrently';
const REMOVE = 'ScheduledChangeRequestWriter.remove';
const BATCH = 'ScheduledChangeRequestWriter.putAll';
const EVENTS = ['EventRepository, atomicity'];

/** Calls that read, wait, and then write, as they do without a transaction or a lock. */
const STALE: readonly (readonly [call: string, rejectedBy: readonly string[], Spoil])[] = [
  ['puts', [PUTS, CONDITIONAL, PROJECT_DELETE, 'Coverage'], at('writer.put').stale()],
  ['puts a batch', [BATCH, CONDITIONAL, PROJECT_DELETE], at('writer.putAll').stale()],
  ['removes', [PUTS, REMOVE, BATCH], at('writer.remove').stale()],
  ['registers a definition', ['StrategyRepository.register'], at('strategies.register').stale()],
  ['changes a definition', ['StrategyRepository.change'], at('strategies.change').stale()],
  ['deletes a definition', [DELETE], at('strategies.delete').stale()],
  [
    'deletes an unused definition',
    [`${DELETE}, conditional`, RACE],
    at('strategies.deleteIf').stale(),
  ],
  ['registers a project', ['ProjectRepository'], at('projects.register').stale()],
  ['deletes a project', [PROJECT_DELETE, OF_KEYS], at('projects.delete').stale()],
  ['creates a key', ['ApiKeyRepository', OF_KEYS], at('apiKeys.create').stale()],
  [
    'imports',
    ['StateTransfer.import, atomicity', 'StateTransfer.import, outdated', PROJECT_DELETE],
    at('transfer.import').stale(),
  ],
  ['acquires a lease', ['LeaseRepository'], at('leases.acquire').stale()],
  ['claims an origin', ['OriginRepository'], at('origins.claim').stale()],
];

/** Stores whose calls are not one step, record too much, or share objects with callers or other stores. */
export const wrongSteps: readonly WrongStore[] = [
  ...STALE.flatMap(([call, rejectedBy, spoil]) =>
    wrong(rejectedBy, { [`reads, waits, and then ${call}`]: spoil }),
  ),
  ...wrong(EVENTS, {
    'records events after their changes, in another step': all(
      at('writer.put').late('events'),
      at('writer.remove').late('events'),
      at('strategies.register').late('events'),
      at('strategies.change').late('events'),
      at('strategies.delete').late('events'),
      at('projects.register').late('events'),
      at('projects.declareLive').late('events'),
      at('projects.delete').late('events'),
    ),
    'deletes a definition after its event, in another step':
      at('strategies.delete').late('definitions'),
  }),
  ...wrong([PROJECT_DELETE], {
    'deletes a project after its change requests, in another step':
      at('projects.delete').late('projects'),
  }),
  ...wrong([OF_KEYS], {
    'removes a project from keys in another step': at('projects.delete').late('keys'),
  }),
  ...wrong(['Coverage'], {
    'makes coverage live after the put, in another step': at('writer.put').late('coverage'),
  }),
  ...wrong(['LeaseRepository'], {
    'shares leases with other stores': at('leases.acquire').common('leases'),
    'records an event for a lease': at('leases.acquire').recording(),
  }),
  ...wrong(['OriginRepository'], {
    'shares its origin with other stores': at('origins.claim').common('origin'),
    'records an event for an upstream': at('origins.claim').recording(),
  }),
  ...wrong(['NameRepository'], {
    'shares names with other stores': at('names.replace').common('names'),
    'records an event for names': at('names.replace').recording(),
  }),
  ...wrong(['StateTransfer.import', 'StateTransfer.import, complete'], {
    'records an event for an import': at('transfer.import').recording(),
  }),
  ...wrong(STORE, {
    'returns its own change request': at('reader.find').sharing('scheduled'),
    'lists its own definitions': at('strategies.list').sharing('definitions'),
    'finds its own definition': at('strategies.find').sharing('definitions'),
    'shares its keys with other stores': at('apiKeys.create').common('keys'),
    'finds its own key': at('apiKeys.find').sharing('keys'),
    'keeps a reference to the argument of a put': at('writer.put').keeping('scheduled'),
    'keeps a reference to the batch of the caller': at('writer.putAll').keeping('scheduled'),
    'keeps a reference to a registered project': at('projects.register').keeping('projects'),
    'keeps a reference to a definition': at('strategies.register').keeping('definitions'),
  }),
];
