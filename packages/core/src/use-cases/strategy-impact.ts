import type { ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable, StoreUnavailable, StrategyNotFound } from '../errors.ts';
import type { ImpactQuestion, StrategyImpact, TargetImpact } from '../model/impact.ts';
import type { Principal } from '../model/permission.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { TargetFindings } from '../ports/scheduled-change-request-reader.ts';
import type { StrategyUse } from '../ports/strategy-repository.ts';
import { fingerprintOf, useText } from '../rules/fingerprint-of.ts';
import { asOfOldest, explainImpacts } from '../rules/impact-report-of.ts';
import { isCurrent } from '../rules/outcome-of.ts';
import { type DataAgeLimit, notBeforeNow, unlessAborted } from './checks.ts';
import { readableProjects } from './permitted-projects.ts';
import { type OfStrategy, type Ports, strategyUseCase } from './use-case.ts';

/** The ports behind the impact of deleting a strategy definition. */
export type StrategyImpactPorts<Credentials> = DataAgeLimit &
  Ports<Credentials, { reader: 'impact'; strategies: 'findUse' }>;

/** The use of a strategy definition, and its impact as a principal may see it. */
interface StrategyLook {
  readonly use: StrategyUse;
  /** The text of the whole use, unreadable projects included. */
  readonly text: string;
  readonly impact: StrategyImpact;
}

/** Finds the change requests that deleting a strategy definition would break. */
export function lookAtStrategy(
  ports: StrategyImpactPorts<unknown>,
  principal: Principal,
  name: string,
  notBefore: string | undefined,
  options: CallOptions,
): ResultAsync<StrategyLook, StrategyNotFound | StoreUnavailable | AuthorizerUnavailable> {
  const asked = [{ target: { kind: 'strategyDefinition', name } }] as const;
  // The use is read first: if it changes in between, the delete refuses its fingerprint.
  return ports.strategies.findUse(name, options).andThen((use) => {
    const ids = use.projects.map(({ projectId }) => projectId);
    return readableProjects(ports, principal, ids, options).andThen((readable) =>
      ports.reader
        .impact({ asked, projectIds: [...readable] }, { ...options, caller: principal.name })
        .andThen(({ targets: [findings] }) => {
          if (findings === undefined) throw new Error('the store returned too few findings');
          const text = useText(use, notBefore);
          return unlessAborted(options, async () => {
            const impact = await impactOf({ use, text, readable, findings, notBefore, ...options });
            return { use, text, impact };
          });
        }),
    );
  });
}

async function impactOf({
  use: { definition, projects, touching, doubtful },
  text,
  readable,
  findings,
  notBefore,
  signal,
}: CallOptions & {
  readonly use: StrategyUse;
  readonly text: string;
  readonly readable: ReadonlySet<string>;
  readonly findings: TargetFindings;
  readonly notBefore: string | undefined;
}): Promise<StrategyImpact> {
  const { name } = definition;
  const question: ImpactQuestion = {
    target: { kind: 'strategyDefinition', name },
    intent: 'delete',
  };
  const unreadable = [...touching, ...doubtful].filter(({ projectId }) => !readable.has(projectId));
  const hidden = new Set(unreadable.map(({ projectId, id }) => `${id} ${projectId}`)).size;
  // An unreadable project discloses nothing but that it makes the outcome unknown.
  const known = projects.filter(
    ({ projectId, coverage }) => readable.has(projectId) || isCurrent(coverage, notBefore),
  );
  const coverage = known.map((project) => project.coverage);
  const hasUnreadableProjects = hidden > 0 || known.length < projects.length;
  const knowledge = { coverage, notBefore, hasUnreadableProjects };
  const [impact] = await explainImpacts([question], [findings], knowledge, { signal });
  return {
    ...(impact as TargetImpact),
    ...asOfOldest(coverage),
    hidden,
    fingerprint: await fingerprintOf(name, text),
  };
}

/** Returns what deleting a strategy definition would break, over all projects. Needs DELETE_STRATEGY. */
export const makeGetStrategyImpact = <Credentials>(ports: StrategyImpactPorts<Credentials>) =>
  strategyUseCase(ports, 'DELETE_STRATEGY', ({ name }: OfStrategy, principal, options) =>
    lookAtStrategy(ports, principal, name, notBeforeNow(ports), options).map(
      ({ impact }) => impact,
    ),
  );
