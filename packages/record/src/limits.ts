/** Maximum length of a description, in UTF-16 code units. */
export const MAX_DESCRIPTION_LENGTH = 10_000;

/** Maximum parameters per strategy definition. */
export const MAX_PARAMETERS = 100;

/**
 * Maximum length of a strategy definition's texts together, in UTF-16 code units. Unleash itself reads at most 100 kB of JSON.
 */
export const MAX_DEFINITION_LENGTH = 100_000;

/** Maximum length of all strategy definitions in a list (`listedLength`): none is to make it too long for a response. */
export const MAX_LISTED_DEFINITIONS_LENGTH = 6_000_000;

/** Maximum features per change request. */
export const MAX_FEATURES = 10_000;

/** Maximum changes per change request, features and segments combined. */
export const MAX_CHANGES = 10_000;

/** Maximum targets that one list of changes touches, duplicates included. */
export const MAX_TARGETS = 10_000;

/** Maximum problems that one error reports. */
export const MAX_PROBLEMS = 100;
