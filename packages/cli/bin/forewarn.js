#!/usr/bin/env node
import { start } from './start.js';

// npm links one of two commands with the same name: this one. The service's has these commands, too.
const { href } = new URL('../../service/bin/forewarn.js', import.meta.url);
const isBeside = await exists(href);

await start(isBeside ? href : import.meta.url);

async function exists(url) {
  const { access } = await import('node:fs/promises');
  return access(new URL(url)).then(
    () => true,
    () => false,
  );
}
