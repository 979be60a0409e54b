/**
 * Alerts, webhooks and deliveries in SQL stores.
 *
 * @module @forewarn/notify/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { AlertStore } from '../alert-store.ts';
import { keepChanges } from './alert-marks.ts';
import { migrations } from './migrations.ts';
import { sqlAlerts } from './sql-alerts.ts';
import { sqlDeliveries } from './sql-deliveries.ts';
import { sqlWebhooks } from './sql-webhooks.ts';

/** Adds alerts, webhooks and deliveries to a SQL store. */
export const sqlNotify: SqlCapability<AlertStore> = {
  tables: {
    forewarn_alerts: 'alone',
    forewarn_alert_commits: 'alone',
    forewarn_alert_marks: 'with the workers',
    forewarn_webhooks: 'alone',
    forewarn_deliveries: 'alone',
  },
  migrations,
  keepChanges,
  portsOver: (session) => ({
    alerts: sqlAlerts(session),
    webhooks: sqlWebhooks(session),
    deliveries: sqlDeliveries(session),
  }),
};
