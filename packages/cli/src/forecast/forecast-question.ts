/** Which change requests to forecast. */
export interface ForecastQuestion {
  /** The ids of the projects; all that the key may read, when absent. */
  readonly project?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  /** Only those scheduled within these milliseconds, which are whole seconds, from now. */
  readonly within?: number | undefined;
}
