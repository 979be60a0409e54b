import { memoryOperate } from '@forewarn/operate/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryWhatIf } from '@forewarn/what-if/memory';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { ApiKey, ApiKeyStore } from '@forewarn/operate';
import { createMemoryStore } from '@forewarn/store-memory';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, vi } from 'vitest';
import { headlessBrowser } from '../../../../tools/headless-browser.ts';
import { installTools } from '../../../../tools/install-tools.ts';
import { loadSample } from '../../../service/src/sample/load-sample.ts';
import { record, register } from '../../../service/test/http/sample-data.ts';
import type { TrustedIdentity } from '../../../service/src/keys/trusted-identity.ts';
import type { GivenSettings } from '../../../service/src/service-settings.ts';
import { makeKey, serve, type ServedApp } from '../../../service/test/http/served-app.ts';

/** The time of every test's browser and service, unless it sets another: a Monday. */
const NOW = '2026-11-23T09:00:00Z';

export interface PageOptions extends BrowserContextOptions {
  readonly basePath?: string;
  /** What to serve. A memory store by default. */
  readonly store?: Store & ApiKeyStore;
  /** The names of the strategy definitions that the store gets. */
  readonly definitions?: readonly string[];
  /** Whether the store gets the sample of the service instead. */
  readonly hasSample?: boolean;
  readonly has?: readonly ScheduledChangeRequest[];
  /** What the key may do. By default, everything. */
  readonly scope?: Partial<Pick<ApiKey, 'permissions' | 'projects'>>;
  /** The view, such as `#/timeline?scale=month`. */
  readonly hash?: string;
  readonly settings?: GivenSettings;
  /** The proxies that say who a user is. */
  readonly identity?: TrustedIdentity;
  /** `real` for the real time, with which the browser measures itself. */
  readonly now?: string;
}

/** The sample of the service, in the week of {@link NOW}. */
export const SAMPLE: PageOptions = { hasSample: true };

/** A browser that shows the page of a service. */
export interface OpenedPage {
  readonly page: Page;
  readonly served: ServedApp;
  readonly key: string;
  /** Scripts that failed, violations of the policy, and requests to other origins. */
  readonly complaints: readonly string[];
  /** Expects no complaints of the browser, and no finding of axe. */
  readonly expectClean: () => Promise<void>;
}

/** Serves a store and opens the page, before the sign-in. */
export async function openPage({
  basePath = '',
  store = createMemoryStore({}, [memoryForecast, memoryWhatIf, memoryCleanup, memoryOperate]),
  definitions = [],
  hasSample = false,
  has = [],
  scope = {},
  hash = '',
  settings = {},
  identity,
  now = NOW,
  ...options
}: PageOptions = {}): Promise<OpenedPage> {
  await register(store, ...definitions);
  await record(store, ...has);
  const served = await serve(store, { basePath, ...settings }, { identity });
  const context = await (
    await headlessBrowser(options.colorScheme === 'dark' ? 'dark' : 'light')
  ).newContext({
    viewport: { width: 1200, height: 800 },
    timezoneId: 'Europe/Berlin',
    ...options,
  });
  onTestFinished(async () => {
    // A response that is still being made up would fail the run.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    await served.stop();
    await store.close();
  });
  const key = await makeKey(store, 'ann', scope);
  const page = await context.newPage();
  if (now !== 'real') {
    await page.clock.setFixedTime(now);
    // The service is in this process, and says what is overdue.
    vi.setSystemTime(now);
    onTestFinished(() => void vi.useRealTimers());
  }
  if (hasSample) (await loadSample(store))._unsafeUnwrap();
  const complaints = complaintsOf(page, served.url);
  await page.goto(`${served.url}${basePath}/${hash}`);
  const expectClean = async (): Promise<void> => {
    const findings = await findingsOf(page);
    expect({ findings, complaints }).toEqual({ findings: [], complaints: [] });
  };
  return { page, served, key, complaints, expectClean };
}

export async function openSignedIn(options?: PageOptions): Promise<OpenedPage> {
  const opened = await openPage(options);
  await signIn(opened.page, opened.key);
  return opened;
}

/** Signs in as a person does. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Waits until the view says that it has read all that it shows. What comes later moves the rest. */
export const untilRead = (page: Page): Promise<void> =>
  page.locator('.data-age').getByText('read at').waitFor();

/** Gives the responses to requests other headers. */
export const withHeaders = (
  page: Page,
  url: string,
  headers: Readonly<Record<string, string>>,
): ReturnType<Page['route']> =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
  });

/** Makes the page's timeouts happen when the returned function is called, and only then. */
export async function holdTimeouts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(`
    globalThis.held = [];
    AbortSignal.timeout = () => {
      held.push(new AbortController());
      return held.at(-1).signal;
    };
  `);
  return () => page.evaluate('held.splice(0).forEach((each) => each.abort())');
}

/** Makes the page wait for a person after a failure, instead of trying again by itself. */
export async function stopRetries(page: Page): Promise<void> {
  await page.evaluate(
    'setTimeout = ((set) => (run, ms) => (ms >= 1_000 ? 0 : set(run, ms)))(setTimeout)',
  );
}

/** Holds back requests until the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The browser reports each failed response as an error. Tests of failures expect these. */
const FAILED_RESPONSE = /^Failed to load resource/;

function complaintsOf(page: Page, origin: string): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!FAILED_RESPONSE.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin) {
      complaints.push(`request to ${request.url()}`);
    }
  });
  return complaints;
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function findingsOf(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger, to which the page's policy does not apply.
  const axe = join(await installTools('validators'), 'node_modules/axe-core/axe.min.js');
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
