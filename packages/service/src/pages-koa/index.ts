import { stderr } from 'node:process';
import { createDocsRouter, createPageRouter, ensurePage } from '@forewarn/pages-koa';
import type Router from '@koa/router';
import type { AppContext } from '../service-capability.ts';

/** The page, and the documentation of the API. */
export const pages = {
  settings: {},
  prepare: () => ensurePage(() => stderr.write('forewarn: building the page, once in a clone\n')),
  routers: ({ settings, documentOf, reportError }: AppContext): readonly Router[] => {
    const { basePath, sampleKey, unleashUrl } = settings;
    return [
      createPageRouter({ basePath, sampleKey, unleashUrl, reportError }),
      createDocsRouter(documentOf, { basePath, hasPage: true, reportError }),
    ];
  },
};
