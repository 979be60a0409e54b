import { arbitrarySchedule } from '@forewarn/forecast/contract';
import {
  BY,
  contractOf,
  holdsFor,
  record,
  registerProjects,
} from '@forewarn/store-contract/writing';
import { arbitraryEdits } from './arbitrary-edits.ts';
import { assertPreviewed } from './assert-previewed.ts';
import type { WhatIfPorts } from './what-if-ports.ts';

const RUNS = 5;
const PROJECTS = ['a', 'A', '_'];

const edited = arbitrarySchedule(...PROJECTS).chain((scheduled) =>
  arbitraryEdits(scheduled, PROJECTS).map((edits) => ({ scheduled, edits })),
);

/** Previews that are those of the rule. */
export const whatIfRuleContract = contractOf<WhatIfPorts>('WhatIfReader, against the rule', {
  'finds exactly what `preview` finds in all, for generated schedules and edits': async ({
    store,
  }) => {
    await registerProjects(store, ...PROJECTS);
    await holdsFor(RUNS, edited, async ({ scheduled, edits }) => {
      try {
        await Promise.all(scheduled.map((each) => record(store, each)));
        await assertPreviewed(store, edits, scheduled);
        for (const { project: projectId, id } of scheduled) {
          await assertPreviewed(store, { projectId, edits: [{ withdraw: id }] }, scheduled);
        }
      } finally {
        // The next one has other change requests.
        await Promise.all(
          scheduled.map(({ project, id }) => store.writer.remove({ projectId: project, id }, BY)),
        );
      }
    });
  },
});
