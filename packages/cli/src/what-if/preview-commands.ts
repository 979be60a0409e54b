import { type Command, Option } from 'commander';
import type { CapabilityCommands, Examples, Then } from '../command-set.ts';
import { parseLine, parseName } from '../parse-arguments.ts';
import { addFormats } from '../report-options.ts';
import { serverCommand } from '../server-command.ts';
import type { PreviewOptions } from './preview.ts';

const EXAMPLES: Examples = {
  'forewarn preview': [
    [
      'forewarn preview edits.json --url https://flags.example.com --project shop',
      'tells what the edits in a file would make worse or better',
    ],
    [
      'echo \'[{"withdraw": 7}]\' | forewarn preview - --project shop --json',
      'tells it of one edit, as JSON',
    ],
  ],
};

/** `forewarn preview`, and the tool that tells an assistant the same. */
export const previewCommands: CapabilityCommands = {
  names: ['preview'],
  examples: EXAMPLES,
  add: addPreview,
  tools: async () => (await import('./preview-tool.ts')).previewTool,
};

function addPreview(program: Command, then: Then): void {
  const exitCodes =
    '\n\nThe file has a JSON array of edits, or {"edits": [...]}. Nothing is stored.' +
    '\n\nExit codes: 0, nothing goes less well; 1, something does; 2, unknown.';
  const description = 'find what edits of the schedule would break, before they are made';
  const command = serverCommand(program, 'preview', description, exitCodes)
    .argument('<file>', 'the edits; - for the standard input', parseLine)
    .addOption(
      new Option('--project <id>', 'the project whose schedule is edited')
        .argParser(parseName)
        .makeOptionMandatory(),
    );
  const json = 'write one line of JSON, with the outcome not-worse, worse or unknown';
  addFormats(command, json).action(async (file: string, options: Omit<PreviewOptions, 'file'>) =>
    then((await import('./preview.ts')).preview({ ...options, file })),
  );
}
