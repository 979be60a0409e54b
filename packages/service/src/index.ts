/**
 * The service as parts: `createService` over your own store and authorizer, or `forewarnModule` in your own container.
 * Importing it starts nothing, reads no environment and loads no database driver.
 *
 * @module @forewarn/service
 */
export * from './composition-root.ts';
export type { ServiceCredentials } from './http/service-credentials.ts';
export type { Lifecycle } from './http/server/service-server.ts';
export type { StopLimits } from './http/server/stop-server.ts';
export { type CannotListen, lineOf, type Service } from './http/service.ts';
export { apiKeyAuthorizer, hashSecret, newSecret } from './keys/api-key-authorizer.ts';
export type { ClientCredentials } from './keys/client-credentials.ts';
export type { ApiKeyPrincipal } from './keys/known-key.ts';
export type { KnownSessions } from './keys/known-session.ts';
export type { IdentityRule, TrustedIdentity } from './keys/trusted-identity.ts';
export type { ServiceLog } from './service-log.ts';
export type { ServiceParts } from './service-capability.ts';
export {
  checkSettings,
  type GivenSettings,
  type ServiceSettings,
  type WrongSetting,
} from './service-settings.ts';
export { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';
