import type { Store } from '@forewarn/core';
import type { EventType } from '@forewarn/core/operator';
import { answerOf } from './answer-of.ts';
import { changeRequest, enabling, PROJECT } from './samples/change-request.ts';
import { strategyDefinition } from './samples/strategy-definition.ts';
import { BY, record, registerProjects } from './store-calls.ts';

/** Makes an event of each type, in the order of the answer; of those of a project, all are of the sample's. */
export async function makeEvents(store: Store): Promise<readonly EventType[]> {
  const change = (kind: 'deprecate' | 'reactivate') =>
    answerOf(store.strategies.change('region', { kind }, BY));
  const update = { description: 'made anew', parameters: [] };

  await registerProjects(store, PROJECT);
  await answerOf(store.strategies.register(strategyDefinition('region'), BY));
  await record(store, changeRequest({ title: 'T', features: enabling('a') }));
  await answerOf(store.strategies.change('region', { kind: 'update', update }, BY));
  await change('deprecate');
  await change('reactivate');
  await answerOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
  await answerOf(store.strategies.delete('region', BY));
  await answerOf(store.projects.delete(PROJECT, BY));
  return [
    'project-created',
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
