const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The fingerprint of an impact. */
const FINGERPRINT = /[\da-f]{8}\.[\da-f]{32}/g;

const DATE = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?Z)?/g;

const timeOf = (date: string): number => Date.parse(date.endsWith('Z') ? date : `${date}Z`);

/**
 * Replaces each date of a page's outputs by its rank among them. So the page can only show what one moment could have
 * printed.
 */
export function withRanksOfDates(outputs: readonly string[]): readonly string[] {
  const times = new Set(outputs.flatMap((output) => (output.match(DATE) ?? []).map(timeOf)));
  const ranked = [...times].toSorted((a, b) => a - b);
  return outputs.map((output) =>
    output.replaceAll(DATE, (date) => `date ${ranked.indexOf(timeOf(date))}`),
  );
}

/** Replaces what differs each time: dates without a rank, UUIDs, fingerprints and the names of keys. */
export function withoutChance(output: string): string {
  return output
    .replaceAll(UUID, 'ID')
    .replaceAll(FINGERPRINT, 'FINGERPRINT')
    .replaceAll(/init-[\da-f]{12}/g, 'init-NAME')
    .replaceAll(/^Date: .*$/gm, 'Date: NOW')
    .replaceAll(/"(createdAt|asOf|scheduledAt)":"\d[^"]*"/g, '"$1":"NOW"')
    .trimEnd();
}
