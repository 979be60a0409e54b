import { cleanupCalls } from './cleanup/cleanup-calls.ts';
import { forecastCalls } from './forecast/forecast-calls.ts';
import type { makeCall } from './make-call.ts';
import { webhookCalls } from './notify/webhook-calls.ts';
import { previewCalls } from './what-if/preview-calls.ts';

/** The methods of capabilities. One that has no line here can be removed. */
export const capabilityCalls = (call: ReturnType<typeof makeCall>) => ({
  ...cleanupCalls(call),
  ...forecastCalls(call),
  ...webhookCalls(call),
  ...previewCalls(call),
});
