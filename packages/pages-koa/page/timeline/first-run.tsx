import { isFirstSync } from '../api/send.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { useHasNoProject } from '../parts/project-names.tsx';

const WAYS = [
  {
    label: 'Connect your Unleash',
    text: `# The key is a token of an Editor
export UNLEASH_URL=https://unleash.example.com UNLEASH_API_KEY=…
npx forewarn serve`,
  },
  {
    label: 'Import from files',
    text: `# A list of all that is scheduled in shop, each as Unleash returns it by id
npx forewarn import change-requests.json --complete shop`,
  },
  { label: 'Look at the sample', text: 'DATABASE_URL=memory: npx forewarn serve --sample' },
];

/** Says how to begin, if there is no project that the key may read. */
export function FirstRun() {
  if (!useHasNoProject()) return null;
  return (
    <section class="start">
      <h2>There is no project yet that your key may read</h2>
      <p>
        Run one of these on the server, with its settings. Stop it first, except to import. Then
        reload this page.
      </p>
      {!isFirstSync && (
        <p>If an Unleash is connected already, its first sync may have failed: the log says why.</p>
      )}
      {WAYS.map((way) => (
        <CopyField key={way.label} {...way} isOpen />
      ))}
    </section>
  );
}
