import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A comment in the pull request 7 of `acme/shop`. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly type: 'Bot' | 'User' };
}

/** The part of GitHub's API that the action uses. */
export interface PullRequest {
  readonly url: string;
  readonly comments: Comment[];
  /** What it responds to a change, instead of doing it. */
  refusal: number | undefined;
  close(): void;
}

/** Starts the API with a pull request. */
export async function startPullRequest(): Promise<PullRequest> {
  const comments: Comment[] = [];
  const server = createServer((request, response) => {
    const respond = (status: number, body: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const all = '/repos/acme/shop/issues/7/comments';
    const one = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(pathname);
    const call = `${request.method} ${one === null ? pathname : 'one'}`;
    if (request.headers.authorization !== 'Bearer a-token') respond(401, {});
    else if (call === `GET ${all}`) {
      const size = Number(searchParams.get('per_page'));
      const start = (Number(searchParams.get('page')) - 1) * size;
      respond(200, comments.slice(start, start + size));
    } else if (pullRequest.refusal !== undefined) respond(pullRequest.refusal, {});
    else {
      void json(request).then((sent) => {
        const { body } = sent as { readonly body: string };
        if (call === `POST ${all}`) {
          comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
          return respond(201, {});
        }
        const index = comments.findIndex(({ id }) => id === Number(one?.[1]));
        if (call !== 'PATCH one' || index === -1) return respond(404, {});
        comments[index] = { ...comments[index]!, body };
        return respond(200, {});
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pullRequest: PullRequest = {
    url: `http://127.0.0.1:${port}`,
    comments,
    refusal: undefined,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return pullRequest;
}
