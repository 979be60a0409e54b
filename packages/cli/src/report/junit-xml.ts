import { printable } from '../print.ts';

/** A test case: passing, failing, or in error because something is not known. */
export interface Case {
  readonly in: string;
  readonly name: string;
  readonly problem?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly lines: readonly string[];
  };
  /** What a passing case leaves open. */
  readonly note?: string;
}

export function junitXml(command: string, cases: readonly Case[]): string {
  const count = (kind: string): number =>
    cases.filter((each) => each.problem?.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  const attributes = `name="${command}" ${counts}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes}>
<testsuite ${attributes}>
${cases.map(elementOf).join('\n')}
</testsuite>
</testsuites>
`;
}

function elementOf({ in: classname, name, problem, note }: Case): string {
  const start = `<testcase classname="${escaped(classname)}" name="${escaped(name)}" time="0"`;
  if (problem === undefined) {
    return note === undefined
      ? `${start}/>`
      : `${start}><system-out>${escaped(note)}</system-out></testcase>`;
  }
  const { kind, type, lines } = problem;
  const [message = '', ...others] = lines.map(escaped);
  const text = others.length === 0 ? message : others.join('\n');
  return `${start}><${kind} type="${type}" message="${message}">${text}</${kind}></testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML has no place for most control characters, not even as references. */
const escaped = (text: string): string =>
  printable(text).replaceAll(/[&<>"]/g, (each) => ENTITIES[each] ?? each);
