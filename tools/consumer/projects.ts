/** A project outside of the repository that uses the packed packages. */
export interface ConsumerProject {
  readonly name: string;
  /** The packages that it installs by name, besides what these depend on; `all` for every one. */
  readonly packages: readonly string[] | 'all';
  /** What else it installs, in exact versions, or in the version of this repository. */
  readonly versions: Readonly<Record<string, string | typeof OURS>>;
  /** Files beside this one that are compiled in both ways that resolve modules, and then run. */
  readonly files: readonly string[];
  /** Files that these import. */
  readonly parts?: readonly string[];
  /** Packages of which there must be exactly one copy. */
  readonly shared: readonly string[];
  /** Packages that must not be installed. */
  readonly absent: readonly string[];
}

/** The version in the package.json of the repository. */
export const OURS = Symbol('ours');

const DRIVERS = ['inversify', 'kysely', 'pg', 'commander', 'pino'];

/** The projects, small to large. */
export const PROJECTS: readonly ConsumerProject[] = [
  {
    name: 'koa-3',
    packages: ['client', 'core', 'http-koa', 'store-memory', 'unleash'],
    // The oldest that is supported.
    versions: { koa: '3.0.0', neverthrow: OURS, '@types/koa': OURS, '@types/node': OURS },
    files: ['embedded.ts'],
    shared: ['koa', 'neverthrow'],
    absent: DRIVERS,
  },
  {
    name: 'postgres',
    packages: ['core', 'store-postgres'],
    // The oldest that are supported.
    versions: { pg: '8.11.0', '@types/pg': '8.11.0', kysely: OURS, '@types/node': OURS },
    files: ['given-pool.ts'],
    shared: ['kysely', 'neverthrow', 'pg', '@types/pg'],
    absent: ['koa', 'zod'],
  },
  {
    name: 'all',
    packages: 'all',
    versions: { '@types/node': OURS, '@types/pg': OURS, vitest: OURS },
    files: ['stores.ts', 'given-pool.ts'],
    shared: ['koa', 'kysely', 'neverthrow', 'pg', 'zod'],
    absent: [],
  },
];
