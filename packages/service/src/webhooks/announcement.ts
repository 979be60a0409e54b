/** A message to people, before it is written for one kind of receiver. */
export interface Announcement {
  readonly headline: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** HTTP(S) URLs. */
  readonly links: readonly (readonly [label: string, url: string])[];
}

/** Cuts a text to a maximum length. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`.toWellFormed();
}
