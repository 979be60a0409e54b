/** Receives the lines of the service. A logger of pino is one. */
export type ServiceLog = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
>;
