export * from './docs-router.ts';
export { ensurePage } from './ensure-page.ts';
export * from './page-router.ts';
