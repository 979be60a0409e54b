import { by } from '@forewarn/impact';
import { clear as impactOfNone } from '../../../client/test/fake-network.ts';
import type { Impact, LinkedChangeRequest, TargetImpact } from '../../src/impact/impact.ts';

/** A change request that touches the feature "checkout". */
export const changeRequest: LinkedChangeRequest = {
  project: 'shop',
  id: 7,
  environment: 'production',
  title: 'Retire it',
  schedule: { status: 'pending', scheduledAt: '2027-01-11T07:00:00+01:00' },
  createdBy: 'maria',
  touches: [
    {
      path: 'features[0].changes[1]',
      action: 'updateStrategy',
      feature: 'checkout',
      consequence: by('feature-archived'),
    },
  ],
};

/** What is known about the feature "checkout": nothing touches it. */
export const clear: TargetImpact = impactOfNone({ feature: 'checkout', intent: 'archive' });

/** One change request touches the feature "checkout". */
export const touched: TargetImpact = {
  ...clear,
  outcome: 'some',
  count: 1,
  changeRequests: [changeRequest],
};

/** The same in another environment than that of the question; neither it nor the feature is known to exist. */
export const elsewhere: TargetImpact = {
  ...touched,
  names: 'unchecked',
  changeRequests: [
    {
      ...changeRequest,
      touches: changeRequest.touches.map((touch) => {
        return { ...touch, consequence: by('other-environment') };
      }),
    },
  ],
};

/** A change may touch the segment 3, and there is no other way to know. */
export const doubtful: TargetImpact = {
  ...clear,
  target: { segment: 3 },
  outcome: 'unknown',
  complete: false,
  doubts: [
    {
      project: 'shop',
      id: 9,
      environment: 'staging',
      path: 'segments[0]',
      why: 'missing-id',
      kinds: ['segment'],
    },
  ],
  reasons: ['doubt', 'no-coverage'],
};

/** An impact of live data. */
export const impactOf = (...impacts: readonly TargetImpact[]): Impact => ({
  source: 'impact',
  coverage: 'live',
  impacts,
});

/** A text with characters that a terminal or a log interprets, and how it is printed. */
export const ODD = 'a\u001b[2Jb\tc\nd\re\u202ef';
export const PRINTED_ODD = 'a [2Jb c d e f';
