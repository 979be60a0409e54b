/** The values in a text for Prometheus, by name and labels as written. */
export function readMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      const value = line.slice(at + 1).replace('+Inf', 'Infinity');
      return [line.slice(0, at), Number(value)];
    }),
  );
}
