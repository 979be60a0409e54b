/** Where an Unleash is, and a key for it. */
export interface UnleashAddress {
  readonly url: string;
  /** A key that may do everything. */
  readonly key: string;
}

/** The admin API of an Unleash. */
export interface UnleashAdmin extends UnleashAddress {
  /** Sends a request. Rejects unless it succeeds. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The names of the custom strategy definitions, in the order of Unleash. */
  definitions(): Promise<readonly string[]>;
}

/** Returns the admin API of an Unleash. */
export function unleashAdmin({ url, key }: UnleashAddress): UnleashAdmin {
  const asking: UnleashAdmin['ask'] = (method, path, body) =>
    ask(`${url}/api/admin${path}`, { method, key, body });
  return {
    url,
    key,
    ask: asking,
    definitions: async () => {
      const { strategies } = (await asking('GET', '/strategies')) as {
        readonly strategies: readonly { readonly name: string; readonly editable: boolean }[];
      };
      return strategies.filter(({ editable }) => editable).map(({ name }) => name);
    },
  };
}

async function ask(
  url: string,
  { method, key, body }: { readonly method: string; readonly key: string; readonly body: unknown },
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
