import { type Command, Option } from 'commander';
import type { CapabilityCommands, Examples, Then } from '../command-set.ts';
import { addFormats, parseSpan } from '../report-options.ts';
import { names, serverCommand } from '../server-command.ts';
import type { ForecastOptions } from './forecast.ts';

const EXAMPLES: Examples = {
  'forewarn forecast': [
    [
      'forewarn forecast --url https://flags.example.com --within 7d',
      'lists the change requests scheduled for the next 7 days that will not go as planned',
    ],
    [
      'forewarn forecast --project shop --project office --junit forecast.xml',
      'asks about two projects, and writes a report for a pipeline',
    ],
  ],
};

/** `forewarn forecast`, and the tool that tells an assistant the same. */
export const forecastCommands: CapabilityCommands = {
  names: ['forecast'],
  examples: EXAMPLES,
  add: addForecast,
  tools: async () => (await import('./forecast-tool.ts')).forecastTool,
};

function addForecast(program: Command, then: Then): void {
  const exitCodes =
    '\n\nExit codes: 0, all that is pending will go as planned; 1, something will not, or breaks another one; 2, unknown, or not all could be read: at most 100,000 change requests and causes in 5 minutes. What failed, is suspended or overdue has no forecast.';
  const description =
    'find the scheduled change requests that will not go as planned, because of what else is scheduled';
  const command = serverCommand(program, 'forecast', description, exitCodes)
    .addOption(names('--project <id>', 'a project; all that the key may read without it'))
    .addOption(names('--environment <name>', 'an environment; all without it'))
    .addOption(
      new Option('--within <time>', 'only what is scheduled within this time: 24h, 7d').argParser(
        parseSpan,
      ),
    )
    .option('--known-names', 'treat an environment that is not known to exist as unknown');
  const json = 'write one line of JSON, with the outcome as-planned, not-as-planned or unknown';
  addFormats(command, json).action(async (options: ForecastOptions) =>
    then((await import('./forecast.ts')).forecast(options)),
  );
}
