import { SilentChanges } from '@forewarn/forecast';
import { alertKeyText, deliveriesFor } from '@forewarn/notify';
import { errAsync, okAsync } from 'neverthrow';
import { at, type WrongStore, wrong } from './wrong-store.ts';

const commit = at('alerts.commit');
const claim = at('deliveries.claim');
const settle = at('deliveries.settle');

const wrongAlerts = wrong(['AlertRepository'], {
  'accepts a commit of any generation': commit.passing((state, given, by) => [
    { ...given, generation: state.alerting.generation },
    by,
  ]),
  'starts at another generation': at('alerts.read').returning((read) => ({
    ...read,
    generation: read.generation + 1,
  })),
  'counts no commits': commit.after((state) => {
    state.alerting.generation -= 1;
  }),
  'forgets which change requests are broken': at('alerts.find').returning((found) =>
    found.map(({ isBroken: _broken, ...alert }) => alert),
  ),
  'lists alerts in the opposite order': at('alerts.list').returning((listed) =>
    listed.toReversed(),
  ),
  'forgets the progress': commit.passing((_, { progress: _progress, ...given }, by) => [given, by]),
  'records no events': commit.passing((_, given, by) => [{ ...given, events: [] }, by]),
  'records events in the opposite order': commit.reversing(),
  'records another principal': commit.passing((_, given) => [given, 'another']),
  'keeps alerts that ended': commit.passing((_, given, by) => [{ ...given, ended: [] }, by]),
  'replaces no alert': commit.passing(({ alerting }, given, by) => {
    const raised = given.raised.filter((each) => !alerting.alerts.has(alertKeyText(each)));
    return [{ ...given, raised }, by];
  }),
  'forgets the alerts of a deleted project': at('projects.delete').after(({ alerting }) =>
    alerting.alerts.clear(),
  ),
  'returns the alerts that it keeps': at('alerts.find').returning((_, { alerting }, keys) =>
    keys.flatMap((key) => alerting.alerts.get(alertKeyText(key)) ?? []),
  ),
  'finds no alerts when it is closed': at('alerts.find').ignoring('StoreUnavailable'),
  'commits, and then looks at the signal': commit.instead(({ call }, given, by, options) =>
    call(given, by).andThen(() => {
      if (options?.signal?.aborted !== true) return okAsync();
      return errAsync({ type: 'StoreUnavailable' as const, cause: options.signal.reason });
    }),
  ),
  'splits a storm': commit.instead(({ call }, given, by) => {
    const [first, rest] = [given.events.slice(0, 20), given.events.slice(20)];
    return call({ ...given, events: first }, by).andThen(() => {
      const next = { generation: given.generation + 1, raised: [], ended: [], events: rest };
      return rest.length === 0 ? okAsync() : call(next, by);
    });
  }),
});

const wrongMarks = wrong(['AlertRepository, marks'], {
  'marks nothing': at('transfer.import').after(({ alerting }) => {
    alerting.marks = [];
  }),
  'marks what has an event': at('projects.delete').after(({ alerting }) => {
    const marks = new SilentChanges();
    marks.addAll();
    alerting.keepChanges(marks);
  }),
  'keeps marks': commit.passing((_, given, by) => [{ ...given, marks: [] }, by]),
  'removes all marks': commit.after(({ alerting }) => {
    alerting.marks = [];
  }),
});

const wrongWebhooks = wrong(['WebhookRepository'], {
  'lists secrets': at('webhooks.list').returning((listed, { alerting }) =>
    listed.map((each) => ({ ...each, ...alerting.webhooks.get(each.id) })),
  ),
  'lists webhooks in the opposite order': at('webhooks.list').returning((listed) =>
    listed.toReversed(),
  ),
  'removes no webhook': at('webhooks.remove').instead(() => okAsync()),
  'removes an unknown webhook': at('webhooks.remove').ignoring('WebhookNotFound'),
  'forgets the filter of a webhook': at('webhooks.add').passing(
    (_, { events: _events, projects: _projects, environments: _environments, ...rest }) => [rest],
  ),
});

const wrongDeliveries = wrong(['DeliveryRepository'], {
  'claims a delivery again before its lease ends': claim.passing((_, given) => [
    { ...given, leaseMs: 0 },
  ]),
  'never claims a delivery again': claim.passing((_, given) => [{ ...given, leaseMs: 1e12 }]),
  'tells a new webhook of the past': at('webhooks.add').after((state, _, { id: webhookId }) => {
    const data = { id: 'old', name: 'old', coverage: { kind: 'none' } } as const;
    const event = { type: 'data-too-old', data, preData: null, project: 'old' } as const;
    const { added: past } = deliveriesFor(
      { id: webhookId },
      state.events.length > 0 ? [event] : [],
    );
    const [added] = past;
    if (added === undefined) return;
    const old = { state: 'pending', createdAt: '', attempts: 0, at: 0 } as const;
    state.alerting.deliveries = [...state.alerting.deliveries, { ...added, ...old }];
  }),
  'ignores the limit of a claim': claim.passing((_, given) => [{ ...given, limit: 1_000 }]),
  'claims for busy webhooks': claim.passing((_, { except: _except, ...given }) => [given]),
  'makes a new id for each attempt': claim.returning((claimed) =>
    claimed.map((each) => ({ ...each, id: `${each.id}-${each.attempts}` })),
  ),
  'sends no event that its webhook did not ask for by name': commit.passing(
    ({ alerting }, given, by) => {
      const isAsked = [...alerting.webhooks.values()].some(({ events }) => events !== undefined);
      return [isAsked ? given : { ...given, events: [] }, by];
    },
  ),
  'does not wait for an earlier one of the same subject': claim.around(({ alerting }) => {
    const pending = alerting.deliveries;
    const subjects = new Map(pending.map(({ id, subject }) => [id, subject]));
    alerting.deliveries = pending.map((each) => ({ ...each, subject: each.id }));
    return () => {
      alerting.deliveries = alerting.deliveries.map((each) => ({
        ...each,
        subject: subjects.get(each.id) ?? '',
      }));
    };
  }),
  'obeys an attempt that is over': settle.passing(({ alerting }, { id, attempts }, outcome) => {
    const kept = alerting.deliveries.find((each) => each.id === id);
    return [{ id, attempts: kept?.attempts ?? attempts }, outcome];
  }),
  'ignores that an attempt that is over was delivered': settle.instead(
    ({ call, state: { alerting } }, given, outcome) => {
      const kept = alerting.deliveries.find(({ id }) => id === given.id);
      return kept?.attempts === given.attempts ? call(given, outcome) : okAsync();
    },
  ),
  'retries at once': settle.passing((_, given, outcome) => [
    given,
    outcome.kind === 'retry' ? { ...outcome, delayMs: 0 } : outcome,
  ]),
  'forgets why an attempt failed': settle.passing((_, given, outcome) => [
    given,
    outcome.kind === 'delivered' ? outcome : { ...outcome, error: '' },
  ]),
  'keeps all deliveries that ended': settle.around(({ alerting }) => {
    const before = alerting.deliveries;
    return () => {
      const kept = new Set(alerting.deliveries.map(({ id }) => id));
      const missing = before.filter(({ id }) => !kept.has(id));
      alerting.deliveries = [...missing, ...alerting.deliveries];
    };
  }),
  'lists the oldest deliveries first': at('deliveries.list').returning((listed) =>
    listed.toReversed(),
  ),
});

/** Stores with wrong alerts, webhooks or deliveries. */
export const wrongAlerting: readonly WrongStore[] = [
  ...wrongAlerts,
  ...wrongMarks,
  ...wrongWebhooks,
  ...wrongDeliveries,
];
