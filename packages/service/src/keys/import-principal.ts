/** The name in the events of an import, which finishes what an earlier one began. No key and no user may have it. */
export const IMPORT_PRINCIPAL = 'import';
