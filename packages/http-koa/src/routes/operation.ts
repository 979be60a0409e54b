import type { Permission } from '@forewarn/core';
import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';

/** The group of an operation, as in Unleash. */
export type OperationTag = 'Change Requests' | 'Events' | 'Projects' | 'Strategies' | 'Users';

/** A response that is no error. */
interface OperationResponse {
  readonly description: string;
  /** The body. There is none if absent. */
  readonly schema?: z.ZodType;
  /** The type of the body, if it is not JSON. */
  readonly type?: 'text/calendar';
  readonly headers?: readonly ('ETag' | 'Forewarn-As-Of' | 'Link' | 'Location')[];
}

/** Describes an operation. The OpenAPI document is made of these. */
export interface Operation {
  /** Unleash's id, where Unleash has the operation. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  /** The permission that the caller needs. If undefined, any valid key will do. */
  readonly permission: Permission | undefined;
  /** The path parameters. */
  readonly path: Readonly<Record<string, z.ZodType>>;
  /** The query parameters. An array may be repeated. */
  readonly query?: z.ZodObject;
  /** Whether the key can be in the query. */
  readonly hasKeyInQuery?: true;
  /** Whether `If-Match` and `If-None-Match` are preconditions. */
  readonly isConditional?: true;
  /** The body. None is read if absent. */
  readonly body?: z.ZodType;
  readonly responses: Readonly<Partial<Record<200 | 201 | 304, OperationResponse>>>;
  /** Errors beyond those that all operations have. */
  readonly errors: readonly AdminError['type'][];
}

/** The response to an `If-None-Match` that names the current version. */
export const NOT_MODIFIED: OperationResponse = {
  description: 'The client has the current version.',
  headers: ['ETag'],
};
