import type { Store } from '@forewarn/core';
import type { EventType } from '@forewarn/core/operator';
import { valueOf } from './value-of.ts';
import { changeRequest, enabling, PROJECT } from './samples/change-request.ts';
import { strategyDefinition } from './samples/strategy-definition.ts';
import { BY, record, registerProjects } from './store-calls.ts';

/** Records one event of each type and returns the types in order. Events of a project are of {@link PROJECT}. */
export async function makeEvents(store: Store): Promise<readonly EventType[]> {
  const change = (kind: 'deprecate' | 'reactivate') =>
    valueOf(store.strategies.change('region', { kind }, BY));
  const update = { description: 'updated', parameters: [] };

  await registerProjects(store, PROJECT);
  await valueOf(store.projects.declareLive(PROJECT, BY));
  await valueOf(store.strategies.register(strategyDefinition('region'), BY));
  await record(store, changeRequest({ title: 'T', features: enabling('a') }));
  await valueOf(store.strategies.change('region', { kind: 'update', update }, BY));
  await change('deprecate');
  await change('reactivate');
  await valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
  await valueOf(store.strategies.delete('region', BY));
  await valueOf(store.projects.delete(PROJECT, BY));
  return [
    'project-created',
    'project-coverage-updated',
    'strategy-created',
    'change-request-scheduled',
    'strategy-updated',
    'strategy-deprecated',
    'strategy-reactivated',
    'change-request-schedule-withdrawn',
    'strategy-deleted',
    'project-deleted',
  ];
}
