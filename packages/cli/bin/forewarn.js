#!/usr/bin/env node
import { start } from './start.js';

// npm links one of two commands with the same name: this one. The service's has these commands, too.
await start(serviceCommand() ?? import.meta.url);

/** The command of the service, undefined if it is not installed. */
function serviceCommand() {
  try {
    return new URL('bin/forewarn.js', import.meta.resolve('@forewarn/service/package.json')).href;
  } catch {
    return undefined;
  }
}
