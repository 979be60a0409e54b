import { importTool } from '../tools/import-tool.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly setupRequest?: (request: Request) => Request;
}

interface Result {
  readonly requests: { readonly average: number; readonly total: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly errors: number;
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

interface Load extends Promise<Result> {
  /** Ends the load early. */
  stop(): void;
  on(event: 'response', listener: () => void): this;
}

interface AutocannonPackage {
  readonly default: (options: {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration?: number;
    readonly amount?: number;
    /** How often it looks whether the time is over, in milliseconds. */
    readonly sampleInt?: number;
    readonly maxOverallRequests?: number;
    readonly requests: readonly Request[];
  }) => Load;
}

/** Sends requests over connections. */
export const { default: autocannon } = await importTool<AutocannonPackage>('load', 'autocannon');
