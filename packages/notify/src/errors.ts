import type { Failure } from '@forewarn/core';

export type WebhookNotFound = Failure<'WebhookNotFound', { readonly id: string }>;
