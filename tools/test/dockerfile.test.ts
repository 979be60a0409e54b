/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite reads the file, so that this test needs no I/O.
const FILES = import.meta.glob<string>('../../Dockerfile*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the image builds on others that are pinned to a version and a digest', () => {
  const bases = Object.values(FILES).flatMap((text) => text.match(/^FROM .*$/gm) ?? []);
  const pinned = /^FROM node:\d+\.\d+\.\d+-\w+@sha256:[\da-f]{64}(?: AS \w+)?$/;

  expect(bases.length).toBe(2);
  expect(bases.filter((base) => !pinned.test(base))).toEqual([]);
});
