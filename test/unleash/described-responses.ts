import { Ajv, type ErrorObject } from 'ajv';

/** A request to an operation that a document describes. */
export interface Sent {
  readonly method: string;
  /** A path with its values, such as `/api/admin/strategies/default?x=1`. */
  readonly path: string;
}

export interface Received {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

type Schema = object;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** An OpenAPI 3.0 document, as far as responses are checked against it. */
export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Checks responses against an OpenAPI 3.0 document. */
export type DescribedResponses = ReturnType<typeof describedResponses>;

export function describedResponses(document: DescribedApi) {
  // `nullable` is a keyword of Ajv.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const find = ({ method, path }: Sent) => {
    const [plain = ''] = path.split('?', 1);
    const verb = method.toLowerCase();
    // A path without parameters comes before one with them.
    const template = Object.keys(document.paths)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .find((each) => matcherOf(each).test(plain) && document.paths[each]?.[verb] !== undefined);
    const operation = document.paths[template ?? '']?.[verb];
    if (template === undefined || operation === undefined) {
      throw new Error(`undescribed: ${method} ${path}`);
    }
    return { operation, pointer: `/paths/${escaped(template)}/${verb}/responses` };
  };

  const bodyDeviations = (pointer: string, { type, body }: Received): readonly string[] => {
    if (!/^application\/json(?:;|$)/.test(type ?? '')) return [`type ${type ?? 'missing'}`];
    const validate = ajv.getSchema(`openapi#${pointer}/content/application~1json/schema`);
    if (validate === undefined) throw new Error(`no schema at ${pointer}`);
    if (validate(JSON.parse(body)) === true) return [];
    const lines = (validate.errors ?? []).map(lineOf);
    return [...new Set(lines)];
  };

  return {
    /** The id of the operation of a request. Throws if the document has none. */
    operationOf: (sent: Sent): string => find(sent).operation.operationId,
    /** The differences from the document, one line each, without values and indexes. */
    deviations: (sent: Sent, received: Received): readonly string[] => {
      const { operation, pointer } = find(sent);
      const response = operation.responses[received.status];
      if (response === undefined) return [`status ${received.status}`];
      if (response.content === undefined) return received.body === '' ? [] : ['unexpected body'];
      return bodyDeviations(`${pointer}/${received.status}`, received);
    },
  };
}

function matcherOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

const escaped = (path: string): string =>
  encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));

function lineOf({ keyword, instancePath, params, message }: ErrorObject): string {
  if (keyword === 'required') return `\`${params['missingProperty']}\` is missing`;
  if (keyword === 'additionalProperties') {
    return `\`${params['additionalProperty']}\` is not described`;
  }
  return `\`${instancePath.replaceAll(/\/\d+/g, '')}\` ${message}`;
}
