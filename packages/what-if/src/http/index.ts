/**
 * Previews over HTTP.
 *
 * @module @forewarn/what-if/http
 */
import { type HttpCapability, routesOf } from '@forewarn/http/capability';
import type { WhatIfUseCases } from '../previews.ts';
import { whatIfRoutes } from './what-if-routes.ts';

export { editsSchema, previewedForecastSchema } from './preview-schema.ts';

/** Adds previews to the admin API. */
export const httpWhatIf = <Credentials>(useCases: WhatIfUseCases<Credentials>): HttpCapability => ({
  routes: routesOf(whatIfRoutes, useCases as WhatIfUseCases<unknown>),
});
