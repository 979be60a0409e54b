#!/usr/bin/env node
import { start } from '@forewarn/cli/start';

await start(import.meta.url);
