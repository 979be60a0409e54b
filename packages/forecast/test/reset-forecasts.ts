/** A statement that empties the table of forecasts. */
export const RESET_FORECASTS = 'delete from forewarn_missing_names';
