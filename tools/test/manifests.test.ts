import { describe, expect, test } from 'vitest';
import { textsAt } from '../texts-at.ts';

interface Manifest {
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestsAt = (
  files: Readonly<Record<string, string>>,
): readonly (readonly [string, Manifest])[] =>
  Object.entries(files).map(([path, text]) => [path, JSON.parse(text) as Manifest]);

const PACKAGES = manifestsAt(textsAt(import.meta, '../../packages/*/package.json'));
const OTHERS = manifestsAt(textsAt(import.meta, '../../package.json', '../*/package.json'));

describe('the packages', () => {
  const version = PACKAGES[0]?.[1].version ?? '';

  test('have the same version, which is a release version', () => {
    expect(new Set(PACKAGES.map(([, manifest]) => manifest.version))).toEqual(new Set([version]));
    expect(version).toMatch(/^(?!0\.0\.0$)\d+\.\d+\.\d+$/);
  });

  test.each(PACKAGES)('%s depends on the same version of the others', (_path, manifest) => {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const named = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies });
    const ours = named.filter(([name]) => name.startsWith('@forewarn/'));

    expect(ours).toEqual(ours.map(([name]) => [name, version]));
  });
});

const SETTINGS = textsAt(import.meta, '../../.npmrc');

describe('the scripts', () => {
  test('of dependencies never run, whatever the version of npm', () => {
    expect(Object.values(SETTINGS).join('').split('\n')).toContain('ignore-scripts=true');
  });

  // Neither do those that another script implies.
  test.each([...PACKAGES, ...OTHERS])('of %s run by their own name', (_path, { scripts = {} }) => {
    const implied = Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name));

    expect(implied).toEqual([]);
  });

  // Builtins and programs that cmd.exe lacks, and syntax that it parses in another way than sh.
  const COMMANDS_OF_SH =
    /(?:^|&& *)(?:exec|export|set|source|trap|rm|cp|mv|mkdir|cat|sh|\.|\w+=\S*) /;
  const SYNTAX_OF_SH = /['`;$\\~*]|(?<!&)&(?!&)|\|/;

  test.each([...PACKAGES, ...OTHERS])(
    'of %s run in cmd.exe and in sh',
    (_path, { scripts = {} }) => {
      const isOfSh = (script: string): boolean =>
        COMMANDS_OF_SH.test(script) || SYNTAX_OF_SH.test(script);

      expect(Object.entries(scripts).filter(([, script]) => isOfSh(script))).toEqual([]);
    },
  );
});
