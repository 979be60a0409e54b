import {
  type BadData,
  type CallOptions,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import { err, ok, type ResultAsync } from 'neverthrow';
import type { EventRepository } from './event-repository.ts';
import { badData } from './problems-of.ts';

/**
 * Returns the id of the last event, 0 if there is none. Returns `BadData` for an id above it: of a store that was restored, a
 * reader would miss what comes now.
 */
export const unlessAhead = (
  events: Pick<EventRepository, 'list'>,
  after: number,
  options: CallOptions,
): ResultAsync<number, BadData | StoreUnavailable> =>
  toResultAsync(events.list({ limit: 1, maxBytes: 1 }, options)).andThen(({ events: [last] }) => {
    const { id } = last ?? { id: 0 };
    return after <= id ? ok(id) : err(badData('after', AN_EVENT));
  });

const AN_EVENT =
  'the id of an event that exists: an older store may have been restored; begin again with 0, or with the id of its last event';
