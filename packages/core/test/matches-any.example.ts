import { matchesAny, targetsOf } from '@forewarn/core';

const touched = targetsOf({
  environment: 'production',
  features: [
    { name: 'checkout', changes: [{ action: 'deleteStrategy', payload: { id: 's-1' } }] },
    { name: 'search', changes: [{ action: 'archiveFeature' }] },
  ],
  segments: [],
});

export const breaksStrategy = matchesAny(touched, [{ kind: 'strategy', id: 's-1' }]); // true
export const breaksBasket = matchesAny(touched, [{ kind: 'feature', name: 'basket' }]); // false
