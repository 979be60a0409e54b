/** Statements that empty the table of API keys. */
export const RESET_API_KEYS = 'delete from forewarn_api_keys';
