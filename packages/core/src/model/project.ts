/** A project: the scope of every search. */
export interface Project {
  readonly id: string;
  readonly name: string;
}
