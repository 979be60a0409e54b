import { expect, test } from 'vitest';
import { textsAt } from '../../tools/texts-at.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

const {
  '../developers/embed.md': page = '',
  './tutorial-embed.ts': program = '',
  ...manifests
} = textsAt(
  import.meta,
  '../developers/embed.md',
  './tutorial-embed.ts',
  '../../packages/*/package.json',
);

test('the steps of the tutorial, joined, are the program', () => {
  const steps = [...page.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(steps.map(({ groups }) => groups?.['code']).join('\n')).toBe(program);
});

test('the tutorial packs each package that its program needs', () => {
  const packed = [...page.matchAll(/ -w (?<name>@forewarn\S+)/g)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (!name.startsWith('@forewarn/') || needed.has(name)) return;
    needed.add(name);
    const { [`../../packages/${name.slice(10)}/package.json`]: text = '{}' } = manifests;
    const { dependencies = {} } = JSON.parse(text) as Manifest;
    Object.keys(dependencies).forEach(add);
  };
  for (const [, name = ''] of program.matchAll(/ from '([^']+)'/g)) add(name);

  expect(packed.toSorted()).toEqual([...needed].toSorted());
});
