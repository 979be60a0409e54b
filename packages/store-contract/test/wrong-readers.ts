import { MAX_LISTED } from '@forewarn/impact';
import { err, ok } from 'neverthrow';
import { at, inSteps, type WrongStores } from './wrong-store.ts';

const search = at('reader.search');
const impact = at('reader.impact');
const list = at('reader.list');
const sayingThatNoPageFollows = list.returning((page) => ({ ...page, hasMore: false }));

/** By each contract of the reader, a store that it must reject: one that says too soon that all is clear, or reads in two steps. */
export const WRONG_READERS: WrongStores = {
  'ScheduledChangeRequestReader.search': [
    'finds nothing in an unknown project',
    search.ignoring('ProjectNotFound', { coverage: { kind: 'live' }, changeRequests: [] }),
  ],
  'ScheduledChangeRequestReader.search, against the rule': [
    'searches for the first target only',
    search.passing(({ anyOf, ...asked }, options) => [
      { ...asked, anyOf: anyOf.slice(0, 1) },
      options,
    ]),
  ],
  'ScheduledChangeRequestReader.impact': [
    'looks for the first hundred targets only',
    impact.passing(({ asked, ...others }, options) => [
      { ...others, asked: asked.slice(0, MAX_LISTED) },
      options,
    ]),
  ],
  'ScheduledChangeRequestReader.impact, against the rule': [
    'ignores doubts',
    impact.returning(({ targets, ...found }) => ({
      ...found,
      targets: targets.map((each) => ({ ...each, isDoubtful: false, doubtful: [] })),
    })),
  ],
  'ScheduledChangeRequestReader.list': [
    'says that no page has another after it',
    sayingThatNoPageFollows,
  ],
  'ScheduledChangeRequestReader.list, against the rule': [
    'says that no page has another after it',
    sayingThatNoPageFollows,
  ],
  'ScheduledChangeRequestReader.find': [
    'returns what it found before',
    at('reader.find').caching(),
  ],
  'ScheduledChangeRequestReader.impact, atomicity': [
    'reads each target in a step of its own',
    impact.instead(({ call }, { asked, ...others }) =>
      inSteps(async (pause) => {
        const whole = (await call({ ...others, asked: [] }))._unsafeUnwrap();
        const targets: (typeof whole.targets)[number][] = [];
        for (const one of asked) {
          const found = await call({ ...others, asked: [one] });
          if (found.isErr()) return err(found.error);
          targets.push(...found.value.targets);
          await pause();
        }
        return ok({ ...whole, targets });
      }),
    ),
  ],
  'ScheduledChangeRequestReader.list, atomicity': [
    'reads each project in a step of its own',
    list.instead(({ call }, query) =>
      inSteps(async (pause) => {
        const whole = (await call({ ...query, projectIds: [] }))._unsafeUnwrap();
        const changeRequests: (typeof whole.changeRequests)[number][] = [];
        for (const projectId of query.projectIds) {
          const page = await call({ ...query, projectIds: [projectId] });
          if (page.isErr()) return err(page.error);
          changeRequests.push(...page.value.changeRequests);
          await pause();
        }
        return ok({ ...whole, changeRequests });
      }),
    ),
  ],
};
