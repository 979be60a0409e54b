/** The operations of webhooks. */
export const webhookOperations = {
  getWebhooks: ['GET', '/api/admin/webhooks'],
  createWebhook: ['POST', '/api/admin/webhooks'],
  deleteWebhook: ['DELETE', '/api/admin/webhooks/{id}'],
  testWebhook: ['POST', '/api/admin/webhooks/{id}/test'],
  getWebhookDeliveries: ['GET', '/api/admin/webhooks/{id}/deliveries'],
} as const;
