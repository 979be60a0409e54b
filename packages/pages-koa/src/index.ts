export * from './docs-router.ts';
export * from './page-router.ts';
