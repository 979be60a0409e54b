/** Statements that empty the tables of API keys and of their sessions. */
export const RESET_API_KEYS = 'delete from forewarn_sessions; delete from forewarn_api_keys';
