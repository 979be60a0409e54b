import type { EndedEntry, StateEntry } from '@forewarn/core/operator';

/**
 * Finds out of which projects the files of an import list the change requests. A list is of each project that its file names;
 * an empty one in a file that names none is of any one project.
 */
export class ListedProjects {
  readonly #listed = new Set<string>();
  readonly #named = new Set<string>();
  #hasList = false;
  #emptyLists = 0;

  /** A list of change requests begins in the current file. */
  list(): void {
    this.#hasList = true;
  }

  /** The current file has an entry. */
  entry(entry: StateEntry | EndedEntry): void {
    if (entry.kind === 'project') this.#named.add(entry.project.id);
    else if (entry.kind === 'scheduled') this.#named.add(entry.changeRequest.project);
    else if (entry.kind === 'ended') this.#named.add(entry.projectId);
  }

  /** Whether the current file has a list of change requests. */
  get hasList(): boolean {
    return this.#hasList;
  }

  /** The current file ends. */
  end(): void {
    if (this.#hasList) {
      for (const id of this.#named) this.#listed.add(id);
      if (this.#named.size === 0) this.#emptyLists += 1;
    }
    this.#named.clear();
    this.#hasList = false;
  }

  /** Returns the projects whose change requests no file lists. */
  without(projectIds: Iterable<string>): readonly string[] {
    const left = [...new Set(projectIds)].filter((id) => !this.#listed.has(id));
    return left.length <= this.#emptyLists ? [] : left;
  }
}
