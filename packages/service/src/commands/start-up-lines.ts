import { SAMPLE_SECRET } from '../sample/sample-key.ts';

/** The facts that a started service prints. */
export interface StartUp {
  /** The service, with its base path. */
  readonly url: string;
  /** The secret of the first key, if this start made it. */
  readonly firstSecret?: string | undefined;
  /** Whether the store has no keys, and this start made none. */
  readonly lacksKeys?: boolean;
  /** The state of the sample, if it was requested. */
  readonly sample?: 'served' | 'not-loaded' | 'not-on-loopback' | undefined;
}

const MAKE_A_KEY = 'make a key with "forewarn keys create NAME --admin"';

const NO_KEYS = `the store has no keys, and serve prints the first one only to a terminal: ${MAKE_A_KEY}, or set INIT_ADMIN_API_TOKENS`;

const SAMPLE_LINES: Readonly<Record<NonNullable<StartUp['sample']>, string>> = {
  served: `serving the sample, whose key is ${SAMPLE_SECRET}, until another project is added`,
  'not-loaded': `the sample was not loaded, and ${SAMPLE_SECRET} does not work: the store has other projects; ${MAKE_A_KEY}, or set DATABASE_URL=memory: for the sample only`,
  'not-on-loopback': `${SAMPLE_SECRET} works only if HOST is a loopback address; ${MAKE_A_KEY}`,
};

/** The lines that say what to do next. */
export function startUpLines({
  url,
  firstSecret,
  lacksKeys = false,
  sample,
}: StartUp): readonly string[] {
  return [
    ...(firstSecret === undefined
      ? []
      : [`made the key "admin", which may do everything: ${firstSecret} (it is not shown again)`]),
    ...(lacksKeys ? [NO_KEYS] : []),
    ...(sample === undefined ? [] : [SAMPLE_LINES[sample]]),
    `open ${url}/ to see what is scheduled, ${url}/docs to try the API; "forewarn keys create --help" explains how to make a key`,
  ];
}
