/**
 * What a change would break: doubts, consequences, names, and the guard of a delete.
 *
 * @module @forewarn/impact
 */
export * from './consequence-of.ts';
export * from './errors.ts';
export * from './findings-among.ts';
export * from './guarded-delete-strategy.ts';
export * from './impact-question.ts';
export * from './impact-reader.ts';
export * from './impact-report-of.ts';
export * from './impact.ts';
export * from './impacts.ts';
export * from './is-place-or-author.ts';
export * from './nearest-names.ts';
export * from './outcome-of.ts';
export * from './problems-of-questions.ts';
export * from './strategy-guard.ts';
export * from './strategy-impact.ts';
export * from './touched-in.ts';
export * from './words.ts';
