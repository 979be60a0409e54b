import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import {
  type ImpactFindings,
  type ImpactQuestion,
  makeGetImpact,
  makeGetProjectImpact,
  makeGetStrategyImpact,
  type ScheduledChangeRequest,
} from '../src/index.ts';
import { allowing } from './authorizers.ts';

const QUESTION: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };
const LONG = 'x'.repeat(100_000);
const REASON = new Error('the client left');

const touching = Array.from({ length: 10 }, (_, id): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  title: LONG,
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
}));
const coverage = { kind: 'live' } as const;
const projects = [{ projectId: 'shop', coverage }];
const definition = { name: 'sale', parameters: [], deprecated: false, editable: true };

/** Ports whose caller leaves when the findings are there, before they are explained. */
function leaving() {
  const leaver = new AbortController();
  const findings: ImpactFindings = {
    projects,
    hasOtherProjects: false,
    targets: [{ count: 10, touching, isDoubtful: false, doubtful: [] }],
  };
  const ports = {
    authorizer: allowing([]),
    projects: { list: () => okAsync([{ id: 'shop', name: 'Shop', coverage }]) },
    reader: {
      impact: () => {
        leaver.abort(REASON);
        return okAsync(findings);
      },
    },
    strategies: {
      findUse: () => okAsync({ definition, projects, touching: [], doubtful: [] }),
    },
  };
  const { signal } = leaver;
  return { ports, call: { credentials: 'key', projectId: 'shop', name: 'sale', signal } };
}

test.each([
  ['getImpact', makeGetImpact],
  ['getProjectImpact', makeGetProjectImpact],
  ['getStrategyImpact', makeGetStrategyImpact],
] as const)('%s explains nothing more once its signal is aborted', async (_name, make) => {
  const { ports, call } = leaving();

  const result = await make(ports)({ ...call, questions: [QUESTION] });

  expect(result._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
});
