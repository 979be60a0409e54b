import type { Examples } from './add-help.ts';

/** The examples in the help of the commands that ask a server. */
export const CLIENT_EXAMPLES: Examples = {
  forewarn: [['forewarn check --help', 'explains a command']],
  'forewarn check': [
    [
      'forewarn check --url https://flags.example.com --project shop --feature checkout --intent archive',
      'lists the scheduled change requests that archiving a feature would break',
    ],
    [
      'forewarn check --all-projects --strategy-definition byCountry --segment 7 --json',
      'asks about two targets in all projects, for JSON; FOREWARN_URL holds the URL',
    ],
  ],
  'forewarn strategies': [
    ['forewarn strategies delete byCountry', 'deletes a strategy definition'],
  ],
  'forewarn strategies delete': [
    [
      'forewarn strategies delete byCountry --url https://flags.example.com',
      'shows what the delete would break, and asks',
    ],
    ['forewarn strategies delete byCountry --yes', 'deletes it only if nothing uses it'],
  ],
  'forewarn projects': [['forewarn projects live shop', 'makes a project live']],
  'forewarn projects live': [
    [
      'forewarn projects live shop --url https://flags.example.com',
      'makes a project live that was imported before; FOREWARN_API_KEY holds the key',
    ],
  ],
  'forewarn mcp': [
    ['forewarn mcp --url https://flags.example.com', 'serves the tools to an assistant'],
  ],
};
