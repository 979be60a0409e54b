import { isFirstSync } from '../api/send.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { useHasNoProject } from '../parts/project-names.tsx';

const WAYS = [
  {
    label: 'Connect your Unleash',
    text: `export UNLEASH_URL=https://unleash.example.com UNLEASH_API_KEY=…
npx forewarn serve`,
  },
  { label: 'Import from files', text: 'npx forewarn import definitions.json change-requests.json' },
  { label: 'Look at the sample', text: 'DATABASE_URL=memory: npx forewarn serve --sample' },
];

const FAILED = 'If an Unleash is connected already, its first sync may have failed';
const RUNNING = 'An Unleash is connected, and its first sync is running';

/** Says how to begin, if there is no project that the key may read. */
export function FirstRun() {
  if (!useHasNoProject()) return null;
  return (
    <section>
      <h2>There is no project yet that your key may read</h2>
      <p>
        Connect your Unleash, import, or look at the sample: run one of these where this server
        runs, with its settings. Stop it first, except to import, and reload this page afterwards.
      </p>
      <p>
        {isFirstSync ? RUNNING : FAILED}: the log says "synced" once it has ended, or why it failed.
      </p>
      {WAYS.map((way) => (
        <CopyField key={way.label} {...way} isOpen />
      ))}
    </section>
  );
}
