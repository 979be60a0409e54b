import { err, ok } from 'neverthrow';
import { at, withOwn, wrong } from './wrong-store.ts';

const subscribe = at('events.subscribe');

const MAX_OPEN = 100;
const BUSY = { type: 'StoreUnavailable', cause: 'busy' } as const;

/** Stores with wrong subscriptions to events. */
export const wrongSubscriptions = wrong(['EventRepository.subscribe'], {
  'ends a subscription after the last event': subscribe.instead(async function* once({ state }) {
    for (const event of state.events.toReversed()) yield ok(event);
  }),
  'begins a subscription with the newest event': subscribe.instead(async function* down(
    { call, state },
    subscription,
  ) {
    for (const event of state.events) yield ok(event);
    yield* call({ ...subscription, after: state.events.length });
  }),
  'returns the event `after` which a subscription begins': subscribe.instead(({ call }, given) =>
    call({ ...given, after: given.after - 1 }),
  ),
  'returns at most 200 old events of a subscription': subscribe.instead(
    ({ call, state }, { after, ...given }) =>
      call({ ...given, after: Math.max(after, state.events.length - 200) }),
  ),
  'returns each event but the first of a subscription twice': subscribe.instead(
    async function* twice({ call }, given) {
      let isFirst = true;
      for await (const event of call(given)) {
        if (!isFirst) yield event;
        yield event;
        isFirst = false;
      }
    },
  ),
  'returns only the newest of the events that a subscription waited for': subscribe.instead(
    async function* newest({ state, right }, { after, signal, ...filters }) {
      let last = state.events.length;
      const isAborted = (): boolean => signal?.aborted === true;
      const old = await right.events.list({ ...filters, limit: Infinity, after });
      for (const event of old.unwrapOr({ events: [] }).events) yield ok(event);
      while (!isAborted()) {
        const page = await right.events.list({ ...filters, limit: 1 });
        if (page.isErr()) return yield err(BUSY);
        const [event] = page.value.events;
        if (event !== undefined && event.id > last) yield ok(event);
        last = Math.max(last, event?.id ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  ),
  'ignores the type of a subscription': subscribe.instead(({ call }, { type: _type, ...given }) =>
    call(given),
  ),
  'ignores the project of a subscription': subscribe.instead(
    ({ call }, { project: _project, ...given }) => call(given),
  ),
  'ignores the signal of a subscription': subscribe.instead(
    ({ call }, { signal: _signal, ...given }) => call(given),
  ),
  'ignores the signal between the events of a subscription': subscribe.instead(async function* late(
    { call, state },
    given,
  ) {
    if (given.signal?.aborted === true) return;
    const old = state.events.toReversed();
    for (const event of old.slice(given.after)) yield ok(event);
    yield* call({ ...given, after: old.length });
  }),
  'ignores the signal while a subscription waits': subscribe.instead(async function* deaf(
    { call },
    { signal, ...given },
  ) {
    const isAborted = (): boolean => signal?.aborted === true;
    if (isAborted()) return;
    for await (const event of call(given)) {
      yield event;
      if (isAborted()) return;
    }
  }),
  'ends a subscription without an error': subscribe.instead(async function* silent(
    { call },
    given,
  ) {
    for await (const event of call(given)) {
      if (event.isErr()) return;
      yield event;
    }
  }),
  'returns the error of a subscription again': subscribe.instead(async function* often(
    { call },
    given,
  ) {
    for await (const event of call(given)) {
      yield event;
      if (event.isErr()) yield event;
    }
  }),
  'waits until each subscription is read to its end': withOwn(
    () => ({ open: 0 }),
    (own) =>
      subscribe.instead(async function* busy({ call }, given) {
        if (own.open === MAX_OPEN) yield err(BUSY);
        own.open += 1;
        yield* call(given);
        own.open -= 1;
      }),
  ),
});
