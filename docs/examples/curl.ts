import { Agent, request } from 'node:http';

/** A curl command that a page shows, with the output that it shows for it. */
export interface CurlExample {
  readonly command: string;
  readonly output: string;
}

const BLOCK = /^```\w*\n(?<text>.*?)^```$/gms;

/** The curl commands of a page, in its order: a block that begins with `curl`, and the block after it. */
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
  /** Whether the output has the header, too. */
  readonly isIncluding: boolean;
}

const SHOWN_HOST = /^http:\/\/localhost:\d+\//;

/** Sends what the command would send, to another port, and answers what curl would print. */
export async function runCurl(command: string, port: number): Promise<string> {
  const { url, method, headers, isIncluding } = readArguments(command, port);
  // Like curl, it offers to keep the connection.
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
          .once('end', () => resolve(text));
      });
      sent.end();
    });
  } finally {
    agent.destroy();
  }
}

function readArguments(command: string, port: number): CurlArguments {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'(?<quoted>[^']*)'|(?<bare>\S+)/g)];
  const [, ...rest] = words.map(({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? '');
  const read = { method: 'GET', headers: {} as Record<string, string>, isIncluding: false };
  let url: URL | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    switch (word) {
      case '-i':
        read.isIncluding = true;
        break;
      case '-X':
        read.method = rest.shift() ?? '';
        break;
      case '-H': {
        const [name = '', ...value] = (rest.shift() ?? '').split(':');
        read.headers[name] = value.join(':').trim();
        break;
      }
      default:
        if (!SHOWN_HOST.test(word)) throw new Error(`not understood: ${word}`);
        url = new URL(word.replace(SHOWN_HOST, `http://127.0.0.1:${port}/`));
    }
  }
  if (url === undefined) throw new Error(`without a URL: ${command}`);
  return { url, ...read };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** An output without what differs each time: dates and ids. */
export function withoutChance(output: string): string {
  return output
    .replaceAll(UUID, 'ID')
    .replaceAll(/^Date: .*$/gm, 'Date: NOW')
    .trimEnd();
}
