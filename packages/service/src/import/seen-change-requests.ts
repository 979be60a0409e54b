import { DatabaseSync } from 'node:sqlite';

/** Remembers where each change request of an import was found, in a temporary file instead of in memory. */
export class SeenChangeRequests {
  readonly #database = new DatabaseSync('');
  readonly #add;
  readonly #find;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off;
      create table seen (
        project text not null, id integer not null, place text not null, primary key (project, id)
      ) strict, without rowid`);
    this.#add = this.#database.prepare('insert into seen values (?, ?, ?) on conflict do nothing');
    this.#find = this.#database.prepare('select place from seen where project = ? and id = ?');
  }

  /** Returns the place of an earlier change request of the same project and id, if there is one. */
  add(project: string, id: number, place: string): string | undefined {
    if (this.#add.run(project, id, place).changes === 1) return undefined;
    return String(this.#find.get(project, id)?.['place']);
  }

  close(): void {
    this.#database.close();
  }
}
