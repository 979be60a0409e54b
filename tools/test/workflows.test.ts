import { describe, expect, test } from 'vitest';
import { pathsAt, textsAt } from '../texts-at.ts';

const WORKFLOWS = textsAt(import.meta, '../../.github/workflows/*.yml');
const MANIFEST = textsAt(import.meta, '../../package.json');
const FILES = pathsAt(import.meta, '../*.ts', '../../.ci/*');
const RUN = textsAt(import.meta, '../../.ci/*');

const workflows = Object.values(WORKFLOWS);
const namedIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(({ groups }) => groups?.['name'] ?? '');

describe('the workflows', () => {
  test('pin each action to a commit, with its version in a comment', () => {
    const uses = workflows.flatMap((text) => namedIn(text, /uses: *(?<name>.*)$/gm));

    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((name) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });

  test('run scripts that exist', () => {
    const { scripts } = JSON.parse(Object.values(MANIFEST).join('')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const commands = workflows.flatMap((text) => namedIn(text, /run: *(?<name>[^|\n]*)$/gm));
    const isKnown = (command: string): boolean => {
      const [, script = ''] = /^npm (?:run )?(?<script>[\w:]+)/.exec(command) ?? [];
      const [, file = ''] = /^(?:node tools\/)?(?<file>[\w./-]+)$/.exec(command) ?? [];
      return (
        script === 'ci' ||
        Object.hasOwn(scripts, script) ||
        FILES.includes(`../${file}`) ||
        FILES.includes(`../../${file}`) ||
        command.startsWith('docker build') ||
        command.startsWith('sudo apt-get ') ||
        command === 'node node_modules/vitest/vitest.mjs run'
      );
    };

    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !isKnown(command))).toEqual([]);
  });

  test('run each script of tests in full, except that of a cluster of Citus, and a part of npm test', () => {
    const { scripts } = JSON.parse(Object.values(MANIFEST).join('')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const texts = [...workflows, ...Object.values(RUN)].join('\n');
    const isRun = (script: string): boolean =>
      new RegExp(`[\\s=]${script}(?![\\w:]| -- --short)`).test(texts);
    const left = Object.keys(scripts).filter(
      (script) => script.startsWith('test:') && !isRun(script),
    );

    expect(left).toEqual(['test:unit', 'test:distributed']);
  });

  test('have only read permissions, except the jobs that publish', () => {
    const granted = workflows.flatMap((text) => namedIn(text, /^ *(?<name>[\w-]+: write)$/gm));

    expect(
      workflows.filter((text) => !text.includes('\npermissions:\n  contents: read\n')),
    ).toEqual([]);
    expect(granted).toEqual(['id-token: write', 'contents: write', 'packages: write']);
  });
});
