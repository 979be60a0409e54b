// What it costs to follow an Unleash of 400 projects with 500 features each, whose features are used all the time.
import { createHash } from 'node:crypto';
import process, { stdout } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { listedFeature } from '../packages/unleash/test/fake-names.ts';
import {
  fakeChangeRequest,
  fakeProjects,
  startFakeUnleash,
} from '../packages/unleash/test/fake-unleash.ts';
import { startForewarn } from './server-process.ts';
import { sqliteWith } from './stores.ts';

const PROJECTS = Array.from({ length: 400 }, (_, index) => `project-${index}`);
const LAST_SEEN = '2026-11-22T10:00:00.000Z';
const MINUTE_MS = 60_000;

const minutes = Number(process.argv[2] ?? 8);
const featuresPerProject = Number(process.argv[3] ?? 500);
const unleash = await startFakeUnleash({
  projects: fakeProjects(...PROJECTS),
  changeRequests: PROJECTS.map((project, id) => fakeChangeRequest(id, { project })),
  segments: Array.from({ length: 200 }, (_, id) => ({ id, name: `segment-${id}` })),
  contextFields: Array.from({ length: 30 }, (_, index) => ({ name: `field-${index}` })),
});
for (const project of PROJECTS) {
  const features = Array.from({ length: featuresPerProject }, (_, index) =>
    listedFeature(`${project}-flag-of-a-team-${index}`, LAST_SEEN),
  );
  const text = JSON.stringify({ version: 2, features });
  unleash.respond(`/projects/${project}/features`, (_request, response) => {
    // Their use changes it each time, so that no entity tag stays.
    const body = text.replaceAll(LAST_SEEN, new Date().toISOString());
    const etag = `W/"${createHash('sha1').update(body).digest('base64')}"`;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('ETag', etag);
    response.end(body);
  });
}
const opened = await sqliteWith(async () => {});
const server = await startForewarn(opened, {
  UNLEASH_URL: unleash.url,
  UNLEASH_API_KEY: unleash.key,
});
let spent = 0;
for (let minute = 1; minute <= minutes; minute += 1) {
  await delay(MINUTE_MS);
  const cpuMs = server.cpuMs();
  const lists = unleash.received.filter(({ path }) => path.endsWith('/features')).length;
  const mib = Math.round(server.memory().bytes / 2 ** 20);
  stdout.write(
    `minute ${minute}: ${((cpuMs - spent) / 1_000).toFixed(1)} s of CPU, ${mib} MiB, ${unleash.received.length} requests, ${lists} of them lists of features\n`,
  );
  spent = cpuMs;
  unleash.received.length = 0;
}
await server.stop();
await opened.remove();
await unleash.close();
