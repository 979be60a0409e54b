import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

/** A curl command on a page, with the output that the page shows. */
export interface CurlExample {
  readonly command: string;
  readonly output: string;
}

const BLOCK = /^```\w*\n(?<text>.*?)^```$/gms;

/** Returns the curl commands of a page in order: each block that begins with `curl`, and the block after it. */
export function curlExamplesOf(page: string): readonly CurlExample[] {
  const blocks = [...page.matchAll(BLOCK)].map(({ groups }) => groups?.['text'] ?? '');
  return blocks.flatMap((command, index) =>
    command.startsWith('curl ') ? [{ command, output: blocks[index + 1] ?? '' }] : [],
  );
}

interface CurlArguments {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or `@` and the name of a file that holds it. */
  readonly data: string | undefined;
  /** Whether the output includes the header. */
  readonly isIncluding: boolean;
  /** Whether the output ends with the status. */
  readonly isStating: boolean;
}

const SHOWN_HOST = /^http:\/\/localhost:\d+\//;

/**
 * Sends the command's request to another port, and returns what curl would print.
 *
 * @param folder holds the files of `-d @file`
 */
export async function runCurl(command: string, port: number, folder = '.'): Promise<string> {
  const { url, method, headers, data, isIncluding, isStating } = readArguments(command, port);
  const body = data === undefined ? undefined : await bodyOf(data, folder);
  // curl offers to keep the connection, too.
  const agent = new Agent({ keepAlive: true });
  try {
    return await new Promise((resolve, reject) => {
      const sent = request(url, { agent, method, headers });
      sent.once('error', reject).once('response', (response) => {
        const { httpVersion, statusCode, statusMessage, rawHeaders } = response;
        const lines = rawHeaders.flatMap((name, at) =>
          at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
        );
        const head = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...lines, '', ''];
        let text = isIncluding ? head.join('\n') : '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .once('end', () => resolve(isStating ? `${text}${statusCode}\n` : text));
      });
      sent.end(body);
    });
  } finally {
    agent.destroy();
  }
}

/** curl's `-d` drops the line breaks of a file. */
async function bodyOf(data: string, folder: string): Promise<string> {
  if (!data.startsWith('@')) return data;
  return (await readFile(join(folder, data.slice(1)), 'utf8')).replaceAll(/[\r\n]/g, '');
}

function readArguments(command: string, port: number): CurlArguments {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'(?<quoted>[^']*)'|(?<bare>\S+)/g)];
  const [, ...rest] = words.map(({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? '');
  const next = (): string => rest.shift() ?? '';
  const headers: Record<string, string> = {};
  let method: string | undefined;
  let data: string | undefined;
  let isIncluding = false;
  let isStating = false;
  let url: URL | undefined;
  while (rest.length > 0) {
    const word = next();
    switch (word) {
      case '-i':
        isIncluding = true;
        break;
      case '-w':
        if (next() !== '%{http_code}\\n') throw new Error('-w prints the status only');
        isStating = true;
        break;
      case '-X':
        method = next();
        break;
      case '-H': {
        const [name = '', ...value] = next().split(':');
        headers[name] = value.join(':').trim();
        break;
      }
      case '-d':
      case '--data':
        data = next();
        break;
      default:
        if (!SHOWN_HOST.test(word)) throw new Error(`unknown argument of curl: ${word}`);
        url = new URL(word.replace(SHOWN_HOST, `http://127.0.0.1:${port}/`));
    }
  }
  if (url === undefined) throw new Error(`no URL in the command: ${command}`);
  const output = { isIncluding, isStating };
  if (data === undefined) return { url, method: method ?? 'GET', headers, data, ...output };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { url, method: method ?? 'POST', headers: { ...type, ...headers }, data, ...output };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The fingerprint of an impact. */
const FINGERPRINT = /[\da-f]{8}\.[\da-f]{32}/g;

const DATE = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?Z)?/g;

const timeOf = (date: string): number => Date.parse(date.endsWith('Z') ? date : `${date}Z`);

/**
 * Replaces each date of a page's outputs by its rank among them. So the page can only show what one moment could have
 * printed.
 */
export function withRanksOfDates(outputs: readonly string[]): readonly string[] {
  const times = new Set(outputs.flatMap((output) => (output.match(DATE) ?? []).map(timeOf)));
  const ranked = [...times].toSorted((a, b) => a - b);
  return outputs.map((output) =>
    output.replaceAll(DATE, (date) => `date ${ranked.indexOf(timeOf(date))}`),
  );
}

/** Replaces what differs each time: dates without a rank, UUIDs, fingerprints and the names of keys. */
export function withoutChance(output: string): string {
  return output
    .replaceAll(UUID, 'ID')
    .replaceAll(FINGERPRINT, 'FINGERPRINT')
    .replaceAll(/init-[\da-f]{12}/g, 'init-NAME')
    .replaceAll(/^Date: .*$/gm, 'Date: NOW')
    .replaceAll(/"(createdAt|asOf|scheduledAt)":"\d[^"]*"/g, '"$1":"NOW"')
    .trimEnd();
}
