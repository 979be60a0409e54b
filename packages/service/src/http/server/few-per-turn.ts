/**
 * Returns a function that begins work: at most so many in each turn of the event loop, the rest in later turns, in the
 * order of its calls. Other work has its turn between them.
 */
export function fewPerTurn(maximum: number): (begin: () => void) => void {
  let waiting: (() => void)[] = [];
  let begun = 0;
  const nextTurn = (): void => {
    const now = waiting.slice(0, maximum);
    waiting = waiting.slice(maximum);
    begun = now.length;
    if (begun > 0) setImmediate(nextTurn);
    for (const begin of now) begin();
  };
  return (begin) => {
    if (begun === maximum) return void waiting.push(begin);
    if (begun === 0) setImmediate(nextTurn);
    begun += 1;
    begin();
  };
}
