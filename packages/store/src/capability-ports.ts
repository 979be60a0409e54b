/** What a capability adds to a store: ports over the session or the state of one. */
interface Capability {
  readonly portsOver: (opened: never) => object;
}

/** The ports that capabilities add to a store. */
export type CapabilityPorts<Capabilities extends readonly Capability[]> =
  Capabilities extends readonly [
    { readonly portsOver: (opened: never) => infer Ports },
    ...infer Others extends readonly Capability[],
  ]
    ? Ports & CapabilityPorts<Others>
    : unknown;
