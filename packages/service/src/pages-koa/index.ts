import { stderr } from 'node:process';
import type { ReportError } from '@forewarn/http-koa';
import { createDocsRouter, createPageRouter, ensurePage } from '@forewarn/pages-koa';
import type { AppContext, AppRouter } from '../service-capability.ts';

/** The page, and the documentation of the API. */
export const pages = {
  settings: {},
  prepare: () => ensurePage((line) => stderr.write(`forewarn: ${line}\n`)),
  routers: ({ settings, store, documentOf, ...context }: AppContext): readonly AppRouter[] => {
    const { basePath, sampleKey, unleashUrl } = settings;
    const hasSessions = store !== undefined && 'sessions' in store;
    const reportError = context.reportError as ReportError;
    return [
      createPageRouter({ basePath, sampleKey, unleashUrl, hasSessions, reportError }),
      createDocsRouter(documentOf, { basePath, hasPage: true, reportError }),
    ];
  },
};
