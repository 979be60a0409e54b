import type { Failure } from './errors.ts';

export type ApiKeyExists = Failure<'ApiKeyExists', { readonly name: string }>;

export type ApiKeyNotFound = Failure<'ApiKeyNotFound', { readonly name: string }>;
