import { context, trace, TraceFlags } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { traceIdIn, traceIdOf } from '../../src/http/request-log.ts';
import { recordSpans } from '../telemetry/recorded-spans.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const HEADER = `00-${TRACE_ID}-${PARENT_ID}-01`;

recordSpans();

const asked = (traceparent: string) => ({ get: () => traceparent });

it('reads the trace id of a header, even of a later version with more fields', () => {
  expect(traceIdIn(HEADER)).toBe(TRACE_ID);
  expect(traceIdIn(HEADER.replace(/01$/, '00'))).toBe(TRACE_ID);
  expect(traceIdIn(HEADER.replace(/^00/, '01'))).toBe(TRACE_ID);
  expect(traceIdIn(`${HEADER.replace(/^00/, 'cc')}-more`)).toBe(TRACE_ID);
});

it.for([
  ['nothing', ''],
  ['words', 'trace me'],
  ['upper case', HEADER.toUpperCase()],
  ['a short trace id', `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
  ['no trace id', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
  ['no parent', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
  ['no flags', `00-${TRACE_ID}-${PARENT_ID}`],
  ['more than its version has', `${HEADER}-more`],
  ['an invalid version', HEADER.replace(/^00/, 'ff')],
  ['two headers', `${HEADER}, ${HEADER}`],
  ['something before it', ` ${HEADER}`],
  ['a line after it', `${HEADER}\n`],
] as const)('ignores a header with %s', ([, header]) => {
  expect(traceIdIn(header)).toBeUndefined();
});

it('prefers the active span to the header', () => {
  const traceId = '1'.repeat(32);
  const span = { traceId, spanId: '2'.repeat(16), traceFlags: TraceFlags.NONE };
  const within = trace.setSpanContext(context.active(), span);
  expect(context.with(within, () => traceIdOf(asked(HEADER)))).toBe(traceId);
  expect(traceIdOf(asked(HEADER))).toBe(TRACE_ID);
});
