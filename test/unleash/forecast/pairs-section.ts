import { aligned, grouped } from '../truth/aligned.ts';
import { appliedInWords, refusalInWords } from '../truth/in-words.ts';
import type { Responses } from '../truth/responses.ts';
import { forecastOfPair, gradeOf } from './forecast-of-pair.ts';
import type { PairObservation } from './measure-pair.ts';
import { changesOf, nameOfPair, type Pair, PAIRS } from './pairs.ts';

export function pairInWords({
  earlierFailed,
  isOverwriting = false,
  ...later
}: PairObservation): string {
  const earlier = earlierFailed && `earlier ${refusalInWords(earlierFailed)}; `;
  return `${earlier ?? ''}${appliedInWords(later)}${isOverwriting ? ', overwrites' : ''}`;
}

/** Writes the part of the page on pairs of changes. */
export function pairsSection(responses: Responses): string {
  const versions = Object.keys(responses);
  const rows = [...Map.groupBy(PAIRS, ({ earlier }) => earlier).values()].flatMap((pairs) => {
    const [earlier = ''] = pairs.map((pair) => changesOf(pair).earlier.words);
    const shown = pairs
      .map((pair) => [changesOf(pair).later.words, columnsOf(pair, responses)] as const)
      .filter(([, columns]) => !columns.every((column) => AS_PLANNED.has(column)));
    return grouped(shown).map((row) => [earlier, ...row]);
  });
  const table = aligned([['earlier', 'later', 'forecast', 'rule', 'grade', ...versions], ...rows]);
  return `${INTRODUCTION}\n${table}\n`;
}

/** What is in the columns of a pair that goes as planned. */
const AS_PLANNED: ReadonlySet<string> = new Set(['as-planned', '', 'agrees', 'ok']);

function columnsOf(pair: Pair, responses: Responses): readonly string[] {
  const { earlier, later, rules } = forecastOfPair(pair);
  const responded = Object.entries(responses).map(
    ([version, words]) => [version, words[nameOfPair(pair)] ?? ''] as const,
  );
  const [newest] = responded;
  return [
    earlier === 'as-planned' ? later : `earlier ${earlier}; ${later}`,
    rules.map((rule) => `\`${rule}\``).join(', '),
    (newest && gradeOf(newest[0], pair, newest[1])) ?? '',
    ...responded.map(([, words]) => words),
  ];
}

const INTRODUCTION = `## Two scheduled changes

What a forecast says of two changes of the same flag, strategy or segment if nothing else is scheduled, and what Unleash does if it applies one
after the other. All other pairs go as planned, and Unleash applies them.

- **Forecast**: of the later change, and of the earlier one if it does not go as planned.
- **Grade**: \`agrees\`, also if Unleash refuses what the Enterprise edition suspends before. \`stricter\`: the open-source edition applies what the
  Enterprise edition suspends. \`unknown\`: the forecast says so. \`no rule\`: the forecast is \`as-planned\`, since Forewarn does not know the
  strategies of a flag, and Unleash does otherwise.
- **Versions**: the response to the later change. \`earlier\`: the response to the earlier one, which failed. \`overwrites\`: the later one undoes
  the earlier one.

A service that nothing in the open edition calls applies \`deleteSegment\`: the call responds with 409 if a strategy includes the segment.
`;
