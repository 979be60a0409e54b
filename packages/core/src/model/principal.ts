/** An authenticated caller. Events record its name. */
export interface Principal {
  readonly name: string;
}
