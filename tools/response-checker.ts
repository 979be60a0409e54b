import { Ajv2020 } from 'ajv/dist/2020.js';

/** The parts of an OpenAPI document that responses are checked against. */
interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly headers?: Readonly<Record<string, DescribedHeader>> };
}

interface DescribedHeader {
  readonly required?: boolean;
}

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** A response, with the request's method and path. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Checks the status, headers, type and body of responses. Throws if one does not match the document. */
export interface ResponseChecker {
  /** Returns the operation and status, as in `removeStrategy 404`; undefined if the document has no such operation. */
  check(exchange: Exchange): string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const ERROR = '/components/schemas/errorSchema';

/** Makes a checker for the responses of a server that this document describes. */
export function responseChecker(document: object): ResponseChecker {
  const { servers, paths, components } = document as Described;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const base = servers[0]?.url === '/' ? '' : (servers[0]?.url ?? '');
  const matchers = Object.keys(paths).map((path) => ({ path, matches: matcherOf(base + path) }));

  const checkBody = (pointer: string, { body, headers }: Exchange): string | undefined => {
    if (headers['content-type'] !== JSON_TYPE)
      return `unexpected content type ${String(headers['content-type'])}`;
    const validate = ajv.getSchema(`openapi#${pointer}`);
    if (validate === undefined) return `no schema at ${pointer}`;
    return validate(JSON.parse(body)) === true ? undefined : ajv.errorsText(validate.errors);
  };

  const wrongOf = (exchange: Exchange, pointer: string, response: DescribedResponse) => {
    const missing = Object.keys(response.headers ?? {}).find(
      (name) =>
        components.headers?.[name]?.required !== false &&
        exchange.headers[name.toLowerCase()] === undefined,
    );
    if (missing !== undefined) return `missing header ${missing}`;
    if (exchange.method === 'HEAD') return undefined;
    const [type] = Object.keys(response.content ?? {});
    if (type !== undefined && type !== 'application/json') {
      const isOfType = String(exchange.headers['content-type']).startsWith(type);
      return isOfType ? undefined : `content type is not ${type}`;
    }
    if (response.content !== undefined) {
      return checkBody(`${pointer}/content/application~1json/schema`, exchange);
    }
    return exchange.body === '' ? undefined : 'unexpected body';
  };

  return {
    check: (exchange) => {
      const { method, path, status } = exchange;
      const fail = (what: string): never => {
        throw new Error(`not as documented: ${method} ${path} ${status}: ${what}`);
      };
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
      const matched = matchers.find(({ matches }) => matches.test(path.split('?', 1)[0] ?? ''));
      const operation = matched === undefined ? undefined : paths[matched.path]?.[verb];
      if (matched === undefined || operation === undefined) {
        const isError = status >= 400 && method !== 'HEAD';
        const wrong = isError ? checkBody(ERROR, exchange) : undefined;
        if (wrong !== undefined) fail(wrong);
        if (matched !== undefined && ![204, 400, 405].includes(status)) fail('undocumented method');
        return undefined;
      }
      const { operationId, responses } = operation as {
        readonly operationId: string;
        readonly responses: Readonly<Record<number, DescribedResponse>>;
      };
      const response = responses[status];
      if (response === undefined) return fail(`undocumented status of ${operationId}`);
      const pointer = `/paths/${escaped(matched.path)}/${verb}/responses/${status}`;
      const wrong = wrongOf(exchange, pointer, response);
      if (wrong !== undefined) fail(wrong);
      return `${operationId} ${status}`;
    },
  };
}

/** Paths match in any case, with or without a trailing slash. */
function matcherOf(template: string): RegExp {
  const pattern = template.replaceAll(/[.~]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`, 'i');
}

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
