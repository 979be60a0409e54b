import { compareBytes, MAX_NEAR } from '@forewarn/record';

/** Returns how many characters of a name can be wrong: a third. */
export const maxTypos = (name: string): number =>
  Math.max(1, Math.floor(countCharacters(name) / 3));

/**
 * Returns the thirds of a name, with ASCII letters in lower case. Some are left out of a name that has fewer than three
 * characters. If at most two characters of a longer one are wrong, one of its thirds is right.
 */
export function thirdsOf(name: string): readonly string[] {
  const characters = Array.from(lowerCase(name));
  const at = (third: number): number => Math.floor((third * characters.length) / 3);
  return [0, 1, 2]
    .map((third) => characters.slice(at(third), at(third + 1)).join(''))
    .filter((third) => third !== '');
}

/** Returns those of the names that `NameRepository.near` must return for a name. */
export function nearestNames(name: string, among: Iterable<string>): readonly string[] {
  const thirds = thirdsOf(name);
  const length = countCharacters(name);
  const most = maxTypos(name);
  const near: Near[] = [];
  for (const each of new Set(among)) {
    const apart = Math.abs(countCharacters(each) - length);
    if (apart > most || each === name) continue;
    const lower = lowerCase(each);
    const shared = thirds.filter((third) => lower.includes(third)).length;
    if (shared > 0) near.push({ name: each, shared, apart });
  }
  return near
    .toSorted((a, b) => b.shared - a.shared || a.apart - b.apart || compareBytes(a.name, b.name))
    .slice(0, MAX_NEAR)
    .map((each) => each.name);
}

interface Near {
  readonly name: string;
  readonly shared: number;
  readonly apart: number;
}

/** Returns how many Unicode code points a name has. */
export const countCharacters = (name: string): number =>
  // Very many names are counted, of which few have a surrogate pair.
  /[\uD800-\uDBFF]/.test(name) ? Array.from(name).length : name.length;

// SQL stores know the case of ASCII letters only.
const lowerCase = (name: string): string =>
  /[A-Z]/.test(name) ? name.replaceAll(/[A-Z]+/g, (text) => text.toLowerCase()) : name;
