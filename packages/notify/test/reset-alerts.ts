/** Statements that empty the tables of alerts, webhooks and deliveries. */
export const RESET_ALERTS = `
  delete from forewarn_alerts;
  update forewarn_alert_commits set generation = 0, progress = null;
  delete from forewarn_alert_marks;
  delete from forewarn_webhooks`;
