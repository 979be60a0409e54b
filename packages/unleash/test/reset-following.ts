/** Statements that empty the tables of leases and of the origin. */
export const RESET_FOLLOWING = 'delete from forewarn_leases; delete from forewarn_origin';
