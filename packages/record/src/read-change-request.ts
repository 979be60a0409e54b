import { type Readings, readingsIn, type ScheduledChangeRequest } from '@forewarn/core';

/** A change request whose changes are read once, when something first asks what they say. */
export class ReadChangeRequest {
  readonly changeRequest: ScheduledChangeRequest;
  #readings: Readings | undefined;

  constructor(changeRequest: ScheduledChangeRequest) {
    this.changeRequest = changeRequest;
  }

  get readings(): Readings {
    this.#readings ??= readingsIn(this.changeRequest);
    return this.#readings;
  }
}
