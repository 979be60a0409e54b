import type { Generated } from 'kysely';

declare module '@forewarn/store-sql' {
  interface Tables {
    forewarn_alerts: AlertsTable;
    /** One row: how many commits of alerts there were, and the `AlertProgress` of the last as JSON text. */
    forewarn_alert_commits: { id: number; generation: number; progress: string | null };
    /** What changed without an event: lists of `SilentChange` as JSON text. */
    forewarn_alert_marks: { no: Generated<number>; changes: string };
    forewarn_webhooks: WebhooksTable;
    forewarn_deliveries: DeliveriesTable;
  }
}

/** An alert that was raised and still holds. The primary key is kind, project and id. */
export interface AlertsTable {
  kind: string;
  project_id: string;
  id: number;
  fingerprint: string;
  /** That of a prediction. */
  environment: string | null;
  /** When a prediction's change request is scheduled, in milliseconds since 1970. */
  scheduled_at: number | null;
  /** A `Prediction` as JSON text; null for other kinds. */
  prediction: string | null;
  /** `isBroken`, 1 or 0. */
  is_broken: number;
}

export interface WebhooksTable {
  id: string;
  url: string;
  template: string;
  /** A `WebhookFilter` as JSON text. */
  filter: string;
  secret: string;
  created_by: string;
  created_at: string;
}

/** The outbox. Its rows are deleted with their webhook. */
export interface DeliveriesTable {
  /** Ascends in the order in which messages are sent. */
  no: Generated<number>;
  id: string;
  webhook_id: string;
  subject: string;
  /** A `WebhookMessage` as JSON text. */
  message: string;
  state: string;
  /** Milliseconds since 1970, on the database's clock, as `at`. */
  created_at: number;
  attempts: number;
  /** When it can be claimed if it is pending, and when its state changed otherwise. */
  at: number;
  error: string | null;
}
