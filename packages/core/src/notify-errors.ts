import type { Failure } from './errors.ts';

export type WebhookNotFound = Failure<'WebhookNotFound', { readonly id: string }>;
