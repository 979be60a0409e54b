import { expect, test } from 'vitest';
import { textsAt } from '../texts-at.ts';

const FILES = textsAt(import.meta, '../../Dockerfile*');

test('the image builds on others that are pinned to a version and a digest', () => {
  const stages = Object.values(FILES).flatMap((text) => text.match(/^FROM .*$/gm) ?? []);
  const bases = stages.filter((stage) => !stage.startsWith('FROM base AS '));
  const pinned =
    /^FROM (?:--platform=\$BUILDPLATFORM )?node:\d+\.\d+\.\d+-\w+@sha256:[\da-f]{64}(?: AS \w+)?$/;

  expect(bases.length).toBe(2);
  expect(bases.filter((base) => !pinned.test(base))).toEqual([]);
});

test('the image is built for other architectures without running anything on them', () => {
  const last = Object.values(FILES).map((text) => text.split(/^FROM /m).at(-1));

  expect(last).toHaveLength(1);
  expect(last[0]).not.toMatch(/^RUN /m);
});

test('the dependencies are installed before any source is copied', () => {
  const stages = Object.values(FILES).flatMap((text) => text.split(/^FROM /m));
  const installing = stages.filter((stage) => stage.includes('npm ci'));

  expect(installing).toHaveLength(2);
  expect(
    installing.filter((stage) => !/^.*\nCOPY --from=manifests \/app \.\/\nRUN npm ci /.test(stage)),
  ).toEqual([]);
});

test('the image sets no store, which would hide a misspelt one of the settings', () => {
  expect(Object.values(FILES).filter((text) => text.includes('DATABASE_URL='))).toEqual([]);
});

test('a clone has the line ends that the commands of the image need, also on Windows', () => {
  const [text] = Object.values(textsAt(import.meta, '../../.gitattributes'));

  expect(text).toMatch(/^\* text=auto eol=lf$/m);
});
