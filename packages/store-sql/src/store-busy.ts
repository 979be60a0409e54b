/** The store has too much to do to take this as well. {@link attempt} answers it as `StoreUnavailable`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
