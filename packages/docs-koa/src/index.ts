export * from './docs-router.ts';
