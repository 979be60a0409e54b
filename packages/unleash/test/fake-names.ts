interface FakeNamedFeature {
  readonly name: string;
  readonly project: string;
  readonly isArchived?: true;
  readonly isStale?: true;
  readonly stage?: string;
  readonly lastSeenAt?: string;
  /** The feature that it depends on. */
  readonly parent?: string;
  /** The definitions of its strategies, in each environment. By default, it has strategies, and nothing tells of which. */
  readonly strategies?: readonly string[];
}

/** What a fake Unleash has in its projects. */
export interface FakeNames {
  features: FakeNamedFeature[];
  segments: { readonly id: number; readonly name: string; readonly project?: string }[];
  contextFields: { readonly name: string; readonly project?: string }[];
  /** How many release plans it has, and the definitions of its templates. Undefined: it is the open-source edition. */
  releases: { readonly plans: number; readonly templates: readonly string[] } | undefined;
}

const CREATED_AT = '2026-01-11T10:00:00.000Z';
const ENVIRONMENTS = [
  { name: 'development', type: 'development', sortOrder: 100, enabled: true, protected: false },
  { name: 'production', type: 'production', sortOrder: 200, enabled: true, protected: false },
];
const HIDDEN = 'production';

/** A feature as Unleash lists it, with the times at which it was last used. */
const listedFeature = (name: string, lastSeenAt: string | null = null, hasStrategies = true) => ({
  type: 'release',
  description: null,
  favorite: false,
  name,
  createdAt: CREATED_AT,
  stale: false,
  impressionData: false,
  environments: ENVIRONMENTS.map((environment) => ({
    name: environment.name,
    enabled: false,
    type: environment.type,
    sortOrder: environment.sortOrder,
    variantCount: 0,
    lastSeenAt,
    hasStrategies,
    hasEnabledStrategies: hasStrategies,
  })),
  ...(lastSeenAt === null ? {} : { lastSeenAt }),
});

/** The body of a response about names; undefined for another path. */
export function namesBody(
  { features, segments, contextFields, releases }: FakeNames,
  url: URL,
): unknown {
  const [, , , top, id, rest, feature] = url.pathname.split('/').map(decodeURIComponent);
  if (top === 'segments') {
    return {
      segments: segments.map(({ project = null, ...segment }) => ({
        ...segment,
        description: null,
        constraints: [],
        createdBy: 'ann',
        createdAt: CREATED_AT,
        project,
        usedInProjects: 0,
        usedInFeatures: 0,
      })),
    };
  }
  if (top === 'context') {
    const isWhole = url.searchParams.get('include') === 'project';
    return contextFields
      .filter(({ project }) => isWhole || project === undefined)
      .map((field, sortOrder) => ({
        ...field,
        description: '',
        stickiness: false,
        sortOrder,
        legalValues: [],
        createdAt: CREATED_AT,
      }));
  }
  if (top === 'environments' && id === 'project') {
    return {
      version: 1,
      environments: ENVIRONMENTS.map((environment) => ({
        ...environment,
        projectApiTokenCount: 0,
        projectEnabledToggleCount: 0,
        visible: environment.name !== HIDDEN,
      })),
    };
  }
  if (top === 'projects' && rest === 'features' && feature !== undefined) {
    const strategies = features.find(({ name }) => name === feature)?.strategies;
    const { environments, ...listed } = listedFeature(feature);
    return {
      ...listed,
      environments: environments.map((each) => ({
        ...each,
        ...(strategies && { strategies: strategies.map((name) => ({ name })) }),
      })),
      project: id,
      children: childrenOf(feature, features),
      dependencies: features
        .filter(({ name }) => name === feature)
        .flatMap(({ parent }) => (parent === undefined ? [] : { feature: parent, enabled: true })),
    };
  }
  if (top === 'projects' && rest === 'features') {
    const own = features.filter(({ project, isArchived }) => project === id && !isArchived);
    return {
      version: 2,
      features: own.map((each) => ({
        ...listedFeature(each.name, each.lastSeenAt, each.strategies?.length !== 0),
        stale: each.isStale ?? false,
      })),
    };
  }
  if (top === 'instance-admin' && id === 'statistics') {
    const { plans = 0, templates = [''] } = releases ?? {};
    const versionEnterprise = releases === undefined ? '' : '8.2.0';
    return { versionEnterprise, releasePlans: plans, releaseTemplates: templates.length };
  }
  if (top === 'release-plan-templates' && releases !== undefined) {
    const { templates } = releases;
    if (id === undefined) return templates.map((_name, index) => ({ id: `${index}`, name: 'A' }));
    const strategies = [{ name: templates[Number(id)] }];
    return { id, milestones: [{ strategies }, { strategies: [] }] };
  }
  if (top === 'search' && id === 'features') return searched(features, url.searchParams);
  return undefined;
}

function searched(features: FakeNames['features'], query: URLSearchParams): unknown {
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
  const isArchived = query.get('archived') === 'IS:true';
  const projects = query
    .get('project')
    ?.replace(/^IS(?:_ANY_OF)?:/, '')
    .split(',');
  const found = features.filter(
    (each) =>
      (projects?.includes(each.project) ?? true) && (each.isArchived ?? false) === isArchived,
  );
  return {
    features: found.slice(offset, offset + Math.min(limit, 100)).map((each) => ({
      ...listedFeature(each.name, each.lastSeenAt),
      project: each.project,
      stale: each.isStale ?? false,
      ...(each.stage === undefined
        ? {}
        : { lifecycle: { stage: each.stage, enteredStageAt: CREATED_AT } }),
      dependencyType: dependencyTypeOf(each, features),
      archivedAt: isArchived ? CREATED_AT : null,
      segments: [],
    })),
    total: found.length,
  };
}

const childrenOf = (name: string, features: FakeNames['features']): readonly string[] =>
  features.filter(({ parent }) => parent === name).map((each) => each.name);

function dependencyTypeOf(
  { name, parent }: FakeNamedFeature,
  features: FakeNames['features'],
): string | null {
  if (parent !== undefined) return 'child';
  return childrenOf(name, features).length > 0 ? 'parent' : null;
}
