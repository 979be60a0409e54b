import { readFileSync } from 'node:fs';

/** The version of this package. The bundle, which has no manifest, has another module instead of this one. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
