import { expect, test } from 'vitest';
import { clientCommands } from '../../src/client-commands.ts';
import { junitOfRefused } from '../../src/report/junit-of-refused.ts';
import { commandLine } from '../../src/run-command-line.ts';

test.each([
  [['check', '--targets', 'none.json', '--junit', 'a.xml'], 'a.xml'],
  [['check', '--junit', 'a.xml', '--feture', 'a'], 'a.xml'],
  [['check', '--feture', 'a', '--segment', 'b', '--age=1', '--junit=a.xml'], 'a.xml'],
  [['check', '--junit', 'a.xml', '--project'], 'a.xml'],
  [['forecast', '--junit', 'a.xml', 'b'], 'a.xml'],
  [['check', '--junit'], undefined],
  // A shell leaves out an empty variable.
  [['check', '--feature', '--junit', 'a.xml'], 'a.xml'],
  [['check', '--', '--junit', 'a.xml'], undefined],
  [['cleanup', '--junit', 'a.xml'], undefined],
  [['--junit', 'a.xml'], undefined],
  [[], undefined],
])('the file for the JUnit XML of %j is %j', (args, file) => {
  const program = commandLine([clientCommands], async () => {});

  expect(junitOfRefused(program, ['node', 'forewarn', ...args])).toBe(file);
});
