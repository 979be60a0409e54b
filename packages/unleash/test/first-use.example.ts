import {
  type Following,
  followUnleash,
  unleashApi,
  type UnleashApiOptions,
  unleashUpstream,
  type Upstream,
} from '@forewarn/unleash';

/** The store, the observer and the signal of the syncs. */
type Host = Omit<Following, 'api' | 'intervalMs'>;

/** Copies an Unleash every minute, and returns it as the upstream for `makeUseCases({ copies: copiesOf(upstream), … })`. */
export function follow(unleash: UnleashApiOptions, host: Host): Upstream {
  const api = unleashApi(unleash);
  void followUnleash({ ...host, api, intervalMs: 60_000 });
  return unleashUpstream({ api, store: host.store, signal: host.signal });
}
