// Services below different paths share an origin, but no keys.
const NAME = `forewarn.key ${location.pathname}`;

/** The key of this tab, if it is signed in. A browser can forbid the storage: the key then lives as long as the page. */
export function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the key for this tab, or removes it. */
export function keepKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, key);
  } catch {
    // See readKey.
  }
}
