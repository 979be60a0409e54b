/** A project outside of the repository that uses the packed packages. */
export interface ConsumerProject {
  readonly name: string;
  /** The packages that it installs by name, besides what these depend on; `all` for every one. */
  readonly packages: readonly string[] | 'all';
  /** What else it installs, in exact versions, or in the version of this repository. */
  readonly versions: Readonly<Record<string, string | typeof OURS>>;
  /** Files of `tools/consumer` that are compiled in both ways that resolve modules, and then run. */
  readonly files: readonly string[];
  /** Files that are only compiled: examples of the repository, or of installed packages. */
  readonly compiled?: readonly string[];
  /** Packages of which there must be exactly one copy. */
  readonly shared: readonly string[];
  /** Packages that must not be installed. */
  readonly absent: readonly string[];
}

/** The version in the package.json of the repository. */
export const OURS = Symbol('ours');

const DRIVERS = ['inversify', 'kysely', 'pg', 'commander', 'pino'];

const KOA_HOST = {
  packages: ['client', 'core', 'http-koa', 'store-memory', 'unleash', 'use-cases'],
  files: ['embedded.ts'],
  compiled: ['docs/examples/tutorial-embed.ts', 'packages/http-koa/test/first-use.example.ts'],
  shared: ['koa', 'neverthrow', '@koa/router', '@types/koa'],
  absent: DRIVERS,
} satisfies Partial<ConsumerProject>;
const KOA_VERSIONS = { '@koa/router': '15.7.0', '@types/node': OURS, neverthrow: OURS } as const;

export const PROJECTS: readonly ConsumerProject[] = [
  {
    name: 'client',
    packages: ['client'],
    versions: { '@types/node': OURS },
    files: [],
    compiled: ['packages/client/test/first-use.example.ts'],
    shared: [],
    absent: ['@forewarn/wire', 'neverthrow', 'zod'],
  },
  {
    ...KOA_HOST,
    name: 'koa-2',
    versions: { ...KOA_VERSIONS, koa: '2.16.0', '@types/koa': '2.15.0' },
  },
  {
    ...KOA_HOST,
    name: 'koa-3',
    versions: { ...KOA_VERSIONS, koa: '3.0.0', '@types/koa': OURS },
  },
  {
    name: 'other-frameworks',
    packages: ['core', 'http', 'store-memory', 'use-cases'],
    versions: {
      '@types/express': OURS,
      fastify: OURS,
      '@fastify/middie': OURS,
      hono: OURS,
      '@types/node': OURS,
    },
    files: ['custom-errors.ts'],
    compiled: ['docs/examples/other-frameworks.ts'],
    shared: ['neverthrow'],
    absent: ['koa', ...DRIVERS.filter((each) => each !== 'pino')],
  },
  {
    name: 'oldest-pg',
    packages: ['core', 'store-postgres'],
    versions: { pg: '8.11.0', '@types/pg': '8.11.0', kysely: OURS, '@types/node': OURS },
    files: ['given-pool.ts'],
    shared: ['kysely', 'neverthrow', 'pg', '@types/pg'],
    absent: ['koa', 'zod'],
  },
  {
    name: 'all',
    packages: 'all',
    versions: { '@types/node': OURS, '@types/pg': OURS },
    files: ['stores.ts', 'given-pool.ts'],
    compiled: [
      'docs/examples/own-transaction.ts',
      ...['first-use', 'plain-reads', 'plain-search'].map(
        (name) => `node_modules/@forewarn/store-sql/test/${name}.example.ts`,
      ),
    ],
    shared: ['koa', 'kysely', 'neverthrow', 'pg', 'zod'],
    absent: ['vitest'],
  },
];
