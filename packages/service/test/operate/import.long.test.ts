import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { changeRequest } from '../../../wire/test/unleash-responses.ts';
import { test } from '../commands/place.ts';

const MANY = 20_000;
// Holding all change requests of the file would need more.
const OLD_SPACE_MB = 96;

test('forewarn import reads many change requests without holding them in memory', async ({
  place,
}) => {
  const file = createWriteStream(join(place.folder, 'many.json'));
  const comments = [{ text: 'x'.repeat(1_000), createdAt: '2026-10-01T09:30:00.000Z' }];
  file.write('[');
  for (let id = 0; id < MANY; id += 1) {
    const text = JSON.stringify(changeRequest({ id, comments }));
    if (!file.write(`${id === 0 ? '' : ',\n'}${text}`)) await once(file, 'drain');
  }
  file.end(']');
  await once(file, 'finish');

  const env = { NODE_OPTIONS: `--max-old-space-size=${OLD_SPACE_MB}` };

  expect(await place.start(['import', 'many.json'], { env })).toStrictEqual({
    code: 0,
    stdout: expect.stringContaining(`change requests: ${MANY} created, 0 replaced`),
    stderr: expect.stringMatching(/^forewarn: made the store .*\n$/),
  });
});
