/** Too many calls run or wait: the `cause` of a `StoreUnavailable`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}
