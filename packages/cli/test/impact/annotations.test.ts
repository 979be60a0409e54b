import { by } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import { annotationsOf, failureAnnotation } from '../../src/impact/annotations.ts';
import {
  changeRequest,
  clear,
  doubtful,
  elsewhere,
  impactOf,
  ODD,
  PRINTED_ODD,
  touched,
} from './impacts.ts';

describe('annotations', () => {
  test('say which change request, when, whose, why and how old the data is', () => {
    const found = { ...changeRequest, url: 'https://u.example.com/7' };
    const impact = impactOf(clear, { ...touched, changeRequests: [found] });

    expect(annotationsOf(impact, 'the data is live')).toBe(
      '::error title=Scheduled change request #7::Retire it, in production, 2027-01-11 06:00 UTC, by maria, ' +
        'touches the feature "checkout"; updateStrategy of checkout (features[0].changes[1]): ' +
        'will be suspended: Unleash suspends the schedule of an archived feature. Apply it before you archive, or revive the feature and schedule it again.; ' +
        'the data is live; https://u.example.com/7\n',
    );
  });

  test('are notices of what stays unaffected, where only breaks fail', () => {
    const [touch] = changeRequest.touches;
    const unaffected = {
      ...changeRequest,
      touches: [{ ...touch!, consequence: by('still-applies') }],
    };
    const impact = impactOf({ ...touched, count: 2, changeRequests: [unaffected, changeRequest] });
    const levels = (isLenient: boolean) =>
      annotationsOf(impact, undefined, isLenient).match(/^::\w+/gm);

    expect(levels(false)).toEqual(['::error', '::error']);
    expect(levels(true)).toEqual(['::notice', '::error']);
  });

  test('say why an outcome is unknown', () => {
    expect(annotationsOf(impactOf(doubtful), undefined)).toBe(
      '::error title=Unknown whether anything touches the segment 3::' +
        '#9 in shop: unknown: it may touch more segments: it does not say which (segments[0]); ' +
        'no import or sync has listed all that is scheduled\n',
    );
  });

  test('say why it is unknown whether something would break, where only breaks fail', () => {
    const found = { ...elsewhere, count: 2, complete: false };
    const errors = (isLenient: boolean) =>
      annotationsOf(impactOf(found), 'the data is 3 days old', isLenient).match(/^::error .*/gm);

    expect(errors(false)).toHaveLength(1);
    expect(errors(true)).toEqual([
      '::error title=Unknown whether something would break%3A the feature "checkout"::' +
        'not all that touches it is known; and 1 more; the data is 3 days old',
    ]);
  });

  test('are one notice of the targets that nothing touches and that may not exist', () => {
    const unchecked = { ...clear, names: 'unchecked' } as const;
    const impact = impactOf(clear, unchecked, { ...unchecked, target: { segment: 3 } });
    const notice =
      '::notice title=Unchecked names::' +
      'not known to exist: the feature "checkout" and the segment 3; the data is live\n';

    expect(annotationsOf(impact, 'the data is live')).toBe(notice);
    const inOther = impactOf(elsewhere, { ...unchecked, target: { segment: 3 } });
    expect(annotationsOf(inOther, 'the data is live', true)).toMatch(new RegExp(`${notice}$`));
  });

  test('can not be injected by a title, and contain no control character of it', () => {
    const withTitle = (title: string) =>
      annotationsOf(
        impactOf({ ...touched, changeRequests: [{ ...changeRequest, title }] }),
        undefined,
      );

    expect(withTitle('x\n::stop-commands::y\r\n100 %').split('\n')).toHaveLength(2);
    expect(withTitle('x\n::stop-commands::y\r\n100 %')).toContain(
      '::x ::stop-commands::y  100 %25, in production',
    );
    expect(withTitle(ODD)).toContain(`::${PRINTED_ODD}, in production`);
  });

  test('report a failure', () => {
    const failure = { type: 'NoConnection', message: '100 %\nlost', cause: undefined } as const;

    expect(failureAnnotation(failure)).toMatch(
      /^::error title=[^:\n]+::100 %25 lost; check --url, .*\n$/,
    );
  });
});
