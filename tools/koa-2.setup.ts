import { installTools } from './install-tools.ts';

/** Installs Koa 2. */
export async function setup(): Promise<void> {
  await installTools('field-clients');
}
