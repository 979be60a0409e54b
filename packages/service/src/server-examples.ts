import type { Examples } from '@forewarn/cli';

const POSTGRES = 'DATABASE_URL=postgres://user:password@db/flags';

/** The examples in the help of the commands that have a store. */
export const SERVER_EXAMPLES: Examples = {
  forewarn: [
    ['forewarn serve --sample', 'serves a small sample project, to try Forewarn'],
    ['forewarn keys create --help', 'explains a command'],
  ],
  'forewarn serve': [
    ['forewarn serve', 'serves ./forewarn.db on http://127.0.0.1:4242'],
    [`${POSTGRES} HOST=0.0.0.0 forewarn serve`, 'serves a Postgres database on all addresses'],
  ],
  'forewarn migrate': [
    [`${POSTGRES} forewarn migrate`, 'prepares a Postgres database, once for each new version'],
  ],
  'forewarn import': [
    ['forewarn import projects.json change-requests.json', 'reads the files in this order'],
    ['forewarn import - < state.json', 'reads the standard input'],
  ],
  'forewarn sync': [
    [
      'UNLEASH_URL=https://unleash.example.com forewarn sync',
      'copies everything once; UNLEASH_API_KEY holds the key',
    ],
    ['forewarn sync --project shop --interval 60s', 'keeps one project current'],
    ['forewarn sync --replace-upstream', 'follows another Unleash than before'],
  ],
  'forewarn export': [['forewarn export > state.json', 'saves everything except keys and events']],
  'forewarn keys': [['forewarn keys list', 'lists the keys']],
  'forewarn keys create': [
    [
      'forewarn keys create ci --permission PROJECT_CHANGE_REQUEST_READ --project shop',
      'creates a key that may search one project',
    ],
    ['forewarn keys create ops --admin', 'creates a key that may do everything'],
  ],
  'forewarn keys list': [['forewarn keys list | cut -f 1', 'lists only the names']],
  'forewarn keys revoke': [['forewarn keys revoke ci', 'revokes a key, within seconds']],
};
