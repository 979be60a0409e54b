import { installTools } from './install-tools.ts';

/** Installs what several files use, before any of them runs. */
export const setup = async (): Promise<void> => {
  await installTools('validators');
};
