/** What is only read, all the way down: what callers have as readonly can be sent as it is. */
export type DeepReadonly<T> = T extends object
  ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;
