// The parts of autocannon that the benchmarks use. It has no types.
declare module 'autocannon' {
  export interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Makes the next request. */
    readonly setupRequest?: (request: Request) => Request;
  }

  export interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  }

  /** A running load. */
  export interface Load extends Promise<Result> {
    /** Ends the load early. */
    stop(): void;
    on(event: 'response', listener: () => void): this;
  }

  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration?: number;
    readonly amount?: number;
    /** How often it looks whether the time is over, in milliseconds. */
    readonly sampleInt?: number;
    /** Maximum requests. */
    readonly maxOverallRequests?: number;
    readonly requests: readonly Request[];
  }): Load;
}
