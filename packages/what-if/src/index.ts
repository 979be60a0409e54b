/**
 * What edits of a schedule would do to how it will go.
 *
 * @module @forewarn/what-if
 */
export * from './edit.ts';
export * from './preview.ts';
export * from './preview-of.ts';
export * from './previews.ts';
export * from './schedule-around.ts';
export * from './what-if-reader.ts';
