import { clientCommands, commandLine } from '@forewarn/cli';
import { serverCommands } from '../../packages/service/src/server-commands.ts';

type Command = ReturnType<typeof commandLine>;

export function commandPage(): string {
  const program = commandLine([clientCommands, serverCommands], async () => {});
  return `# Command

Results go to the standard output, all else to the standard error. Unless a command says otherwise, its exit code is 0 if it is done, 1 if it failed, which a line
explains, and 2 for wrong arguments or a wrong [setting](settings.md). \`import\`, \`export\` and \`keys\` work while the service runs.

${leavesOf(program).map(sectionOf).join('\n')}`;
}

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

function sectionOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return `## ${nameOf(command)}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`;
}
