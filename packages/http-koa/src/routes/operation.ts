import type { Permission } from '@forewarn/core';
import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';

/** What the operations are sorted by, as in Unleash. */
export type OperationTag = 'Change Requests' | 'Events' | 'Projects' | 'Strategies';

/** An answer that is no error. */
interface OperationAnswer {
  readonly description: string;
  /** What the body is; there is none when absent. */
  readonly schema?: z.ZodType;
  readonly headers?: readonly ('ETag' | 'Location')[];
}

/** What there is to say of an operation, for people and programs. The OpenAPI document is made of it. */
export interface Operation {
  /** Unleash's, wherever it has the operation. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  /** What the caller needs. */
  readonly permission: Permission | undefined;
  /** What stands in the path, by name. */
  readonly path: Readonly<Record<string, z.ZodType>>;
  /** What can stand in the query, by name. An array is a parameter that can be there more than once. */
  readonly query?: z.ZodObject;
  /** Whether it heeds `If-Match` and `If-None-Match`. */
  readonly isConditional?: true;
  /** What the body has to be; none is read when absent. */
  readonly body?: z.ZodType;
  readonly answers: Readonly<Partial<Record<200 | 201 | 304, OperationAnswer>>>;
  /** The errors that not every operation has. */
  readonly errors: readonly AdminError['type'][];
}

/** The response to an `If-None-Match` that names the current version. */
export const NOT_MODIFIED: OperationAnswer = {
  description: 'It is as the client has it.',
  headers: ['ETag'],
};
