import { stderr } from 'node:process';
import { styleText } from 'node:util';
import type { Command } from 'commander';

/** A command line, and what it does. */
type Example = readonly [line: string, what: string];

const POSTGRES = 'DATABASE_URL=postgres://user:password@db/flags';

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  forewarn: [
    ['forewarn serve --sample', 'serves a small sample project, to try it out'],
    ['forewarn keys create --help', 'explains a command'],
  ],
  'forewarn serve': [
    ['forewarn serve', 'serves what is in ./forewarn.db on http://127.0.0.1:4242'],
    [`${POSTGRES} HOST=0.0.0.0 forewarn serve`, 'serves what is in a Postgres on all addresses'],
  ],
  'forewarn migrate': [
    [`${POSTGRES} forewarn migrate`, 'prepares a Postgres, once for each new version'],
  ],
  'forewarn import': [
    ['forewarn import projects.json change-requests.json', 'reads one file after the other'],
    ['forewarn import - < state.json', 'reads the standard input'],
  ],
  'forewarn check': [
    [
      'forewarn check --url https://flags.example.com --project shop --feature checkout',
      'says whether a scheduled change touches a flag; FOREWARN_API_KEY has the key',
    ],
    [
      'forewarn check --url https://flags.example.com --project shop --strategy-id 6a4c1f0e --json',
      'says it of a strategy, for a program to read',
    ],
  ],
  'forewarn export': [
    ['forewarn export > state.json', 'keeps everything but the keys and the events'],
  ],
  'forewarn keys': [['forewarn keys list', 'shows the keys that there are']],
  'forewarn keys create': [
    [
      'forewarn keys create ci --permission PROJECT_CHANGE_REQUEST_READ --project shop',
      'makes a key that may search one project',
    ],
    ['forewarn keys create ops', 'makes a key that may do everything'],
  ],
  'forewarn keys list': [['forewarn keys list | cut -f 1', 'shows the names alone']],
  'forewarn keys revoke': [['forewarn keys revoke ci', 'ends the key within seconds']],
};

// Commander takes the colours out again where there is no terminal, or where NO_COLOR is set.
const styled = (style: 'bold' | 'cyan' | 'dim' | 'green', text: string): string =>
  styleText(style, text, { validateStream: false });

/** Gives a command and all below it examples, colours on a terminal, and a hint after each misuse. */
export function explainCommands(command: Command, parent = ''): void {
  const name = `${parent}${command.name()}`;
  const examples = (EXAMPLES[name] ?? []).map(
    ([line, what]) => `  $ ${line}\n    ${styled('dim', what)}`,
  );
  command
    .addHelpText('after', `\n${styled('bold', 'Examples:')}\n${examples.join('\n')}`)
    .configureHelp({
      styleTitle: (title) => styled('bold', title),
      styleCommandText: (text) => styled('cyan', text),
      styleSubcommandText: (text) => styled('cyan', text),
      styleOptionText: (text) => styled('green', text),
      styleArgumentText: (text) => styled('green', text),
    })
    .configureOutput({
      outputError: (text, write) => write(styleText('red', text, { stream: stderr })),
    })
    .showHelpAfterError(`Run "${name} --help" to see how it is used.`);
  for (const below of command.commands) explainCommands(below, `${name} `);
}
