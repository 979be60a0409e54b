/** Where an Unleash is, and a key for it. */
export interface UnleashAddress {
  readonly url: string;
  /** A key that may do everything. */
  readonly key: string;
}

export type UnleashAdmin = ReturnType<typeof unleashAdmin>;

export function unleashAdmin({ url, key }: UnleashAddress) {
  /** Sends a request. Rejects unless it succeeds. */
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { Authorization: key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    key,
    ask,
    /** The names of the custom strategy definitions, in the order of Unleash. */
    definitions: async (): Promise<readonly string[]> => {
      const { strategies } = (await ask('GET', '/strategies')) as {
        readonly strategies: readonly { readonly name: string; readonly editable: boolean }[];
      };
      return strategies.filter(({ editable }) => editable).map(({ name }) => name);
    },
  };
}
