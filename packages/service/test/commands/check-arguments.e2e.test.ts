import { describe, expect, test } from 'vitest';
import { makePlace } from './place.ts';

// Nothing listens there: wrong arguments end the command before it asks.
const env = { FOREWARN_URL: 'http://127.0.0.1:2', FOREWARN_API_KEY: 'a-key' };

describe.concurrent('the arguments of forewarn check', () => {
  test('name a file of targets that can not be read', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = ['check', '--project', 'a', '--targets', 'none.json'];

    const { code, stdout, stderr } = await place.run(asked, { env });

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--targets none.json: ENOENT');
  });

  test('include the URL, if the environment has none', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);

    const { code, stderr } = await place.run(['check', '--project', 'a', '--feature', 'a']);

    expect(code).toBe(2);
    expect(stderr).toContain("required option '--url <url>' not specified");
  });

  test('name the wrong setting and print no secret', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = ['check', '--project', 'shop', '--feature', 'a'];
    const [key, bytes, url] = await Promise.all([
      place.run(asked, { env: { ...env, FOREWARN_API_KEY: 'se cret\n' } }),
      place.run(asked, { env: { ...env, MAX_RESPONSE_BYTES: '32MB' } }),
      place.run([...asked, '--url', 'https://me:secret@a.example'], { env }),
    ]);

    expect(key).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/: FOREWARN_API_KEY: exp/),
    });
    expect(bytes).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/: MAX_RESPONSE_BYTES is NaN: expected a whole number/),
    });
    expect(url).toMatchObject({ code: 2, stderr: expect.stringMatching(/: --url: expected/) });
    expect(`${key.stderr}${url.stderr}`).not.toMatch(/se ?cret/);
  });

  test('have no key, which is read from the environment', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const asked = ['check', '--project', 'shop', '--feature', 'a'];

    expect(await place.run(asked, { env: { FOREWARN_URL: env.FOREWARN_URL } })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'forewarn: FOREWARN_API_KEY: expected an API key; "forewarn keys create" makes one\n',
    });
    const { code, stderr } = await place.run([...asked, '--key', 'a-key'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("unknown option '--key'");
  });
});
