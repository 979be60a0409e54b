import type { Failure } from '@forewarn/core';

export type ApiKeyExists = Failure<'ApiKeyExists', { readonly name: string }>;

export type ApiKeyNotFound = Failure<'ApiKeyNotFound', { readonly name: string }>;
