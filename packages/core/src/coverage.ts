/**
 * How current the data of a project is.
 *
 * - `live`: its platform records each change request here. The first one that is recorded makes a project live that no
 *   import or sync ever named; only an administrator makes another one live.
 * - `as-of`: an import or a sync listed all its change requests at a time, in ISO 8601, UTC.
 * - `none`: no import or sync has listed all of them.
 */
export type Coverage =
  | { readonly kind: 'live' }
  | { readonly kind: 'as-of'; readonly asOf: string; readonly source: 'import' | 'sync' }
  | { readonly kind: 'none' };
