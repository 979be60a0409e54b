import { describe, expect, test } from 'vitest';
import { hashSecret, newSecret } from '../../src/keys/api-key-secret.ts';

describe('a new secret', () => {
  test('has 256 bits, as text that needs no quotes', () => {
    expect(newSecret()).toMatch(/^fw_[\w-]{43}$/);
  });

  test('is unique', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);

    expect(new Set(secrets).size).toBe(1_000);
  });
});

describe('the stored hash', () => {
  test.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('of "%s" is the SHA-256 of its UTF-8, in lower-case hexadecimal', (secret, hash) => {
    expect(hashSecret(secret)).toBe(hash);
  });
});
