import {
  type AuthorizerUnavailable,
  type CallOptions,
  type OfStrategy,
  type Ports,
  type Principal,
  type StoreUnavailable,
  type StrategyNotFound,
  strategyUseCase,
  toResultAsync,
} from '@forewarn/core';
import {
  type DataAgeLimit,
  hidesProjects,
  type Hiding,
  isCurrent,
  notBeforeNow,
  rememberReadable,
  unlessAborted,
} from '@forewarn/record';
import type { ResultAsync } from 'neverthrow';
import type { ImpactReader, TargetFindings } from './impact-reader.ts';
import type { StrategyGuard, StrategyUse } from './strategy-guard.ts';
import type { ImpactQuestion, StrategyImpact, TargetImpact } from './impact.ts';
import { fingerprintOf, isUnused, useText } from './fingerprint-of.ts';
import { dataOf, explainImpacts } from './impact-report-of.ts';

/** The ports behind the impact of deleting a strategy definition. */
export type StrategyImpactPorts<Credentials> = DataAgeLimit &
  Hiding &
  Ports<
    Credentials,
    { readonly reader: ImpactReader; readonly strategies: Pick<StrategyGuard, 'findUse'> }
  >;

/** The use of a strategy definition, and its impact as a principal may see it. */
interface StrategyLook {
  readonly use: StrategyUse;
  /** The text of the whole use, unreadable projects included. */
  readonly text: string;
  /** Whether nothing touches or may touch the definition, in any project of the upstream. */
  readonly isUnused: boolean;
  readonly impact: StrategyImpact;
}

/**
 * Returns a function that finds the change requests that deleting a strategy definition would break. Several looks of one
 * request ask the authorizer about each project once.
 */
export function lookAtStrategy(
  ports: StrategyImpactPorts<unknown>,
  principal: Principal,
  name: string,
  options: CallOptions,
) {
  const asked = [{ target: { kind: 'strategyDefinition', name } }] as const;
  const readableAmong = rememberReadable(ports, principal, options);

  const findIn = (projectIds: readonly string[]) =>
    toResultAsync(
      ports.reader.impact({ asked, projectIds }, { ...options, caller: principal.name }),
    ).map(({ targets: [findings] }) => {
      if (findings === undefined) throw new Error('the store returned too few findings');
      return findings;
    });

  return (
    notBefore: string | undefined,
  ): ResultAsync<StrategyLook, StrategyNotFound | StoreUnavailable | AuthorizerUnavailable> =>
    // First: projects that are copied meanwhile must not be missing from the use.
    hidesProjects(ports, options).andThen((areHidden) =>
      // The use is read before the impact: if it changes in between, the delete refuses its fingerprint.
      toResultAsync(ports.strategies.findUse(name, options)).andThen((use) =>
        readableAmong(use.projects.map(({ projectId }) => projectId)).andThen((readable) =>
          findIn([...readable]).andThen((findings) => {
            const text = useText(use, notBefore);
            const found = { use, text, areHidden, readable, findings, notBefore };
            return unlessAborted(options, async () => ({
              use,
              text,
              isUnused: !areHidden && isUnused(use, notBefore),
              impact: await impactOf({ ...found, ...options }),
            }));
          }),
        ),
      ),
    );
}

async function impactOf({
  use: { definition, projects, touching, doubtful },
  text,
  areHidden,
  readable,
  findings,
  notBefore,
  signal,
}: CallOptions & {
  readonly use: StrategyUse;
  readonly text: string;
  /** Whether the upstream may hide projects. */
  readonly areHidden: boolean;
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
  const hasUnreadableProjects = areHidden || hidden > 0 || known.length < projects.length;
  const knowledge = { coverage, notBefore, hasUnreadableProjects };
  // The store has the definition.
  const names = [{ names: 'checked' }] as const;
  const [impact] = await explainImpacts(
    [question],
    [findings],
    { ...knowledge, names },
    { signal },
  );
  return {
    ...(impact as TargetImpact),
    ...dataOf(knowledge),
    hidden,
    fingerprint: await fingerprintOf(name, areHidden ? `${text} of some projects` : text),
  };
}

/** Returns what deleting a strategy definition would break, over all projects. Needs DELETE_STRATEGY. */
export const makeGetStrategyImpact = <Credentials>(ports: StrategyImpactPorts<Credentials>) =>
  strategyUseCase(ports, 'DELETE_STRATEGY', ({ name }: OfStrategy, principal, options) =>
    lookAtStrategy(
      ports,
      principal,
      name,
      options,
    )(notBeforeNow(ports)).map(({ impact }) => impact),
  );
