/** The store is overloaded. {@link attempt} returns it as `StoreUnavailable`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
