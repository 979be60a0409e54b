import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { encodingOf, unreadableWords } from '@forewarn/cli';
import type { EndedEntry, StateEntry, StrategyDefinition } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { ListedPages } from './listed-pages.ts';
import { isArchived, ListedUse } from './listed-use.ts';
import { warningsAbout } from './warnings-of.ts';
import {
  type Element,
  type EntrySection,
  readElements,
  readDeleted,
  readDependency,
  readEntry,
  type ReadFeature,
  readFeature,
  type Unreadable,
} from '@forewarn/wire/documents';

/** Receives problems, warnings and progress during the reading. */
export interface ReadingReport {
  problem(file: string, problem: Unreadable): void;
  warning(file: string, warning: Unreadable): void;
  progress(bytes: number): void;
}

/** Some entries could not be read; the report has each. */
export interface ImportRefused {
  readonly type: 'ImportRefused';
}

// A response of `GET /projects` says how current the data of that Forewarn is, without the data.
const WITHOUT_LIST =
  'expected the list "changeRequests" in the same file; import what "forewarn export" writes, or remove the coverage';

export type OpenFile = (file: string) => AsyncIterable<Uint8Array>;

/**
 * Reads files, `-` being the standard input, into entries. After the first problem it keeps reporting others, but
 * yields only an error, at the end: a store that imports the entries then imports none.
 *
 * @param listed learns of which projects the files list the change requests
 * @param complete the ids of the projects of which they must list all, and all of each
 */
export async function* readFiles(
  files: readonly string[],
  report: ReadingReport,
  open: OpenFile = openFile,
  listed = new ListedProjects(),
  complete: readonly string[] = [],
): AsyncGenerator<Result<StateEntry | EndedEntry, ImportRefused>> {
  const seen = seenChangeRequests();
  let isRefused = false;
  try {
    for (const file of files) {
      let covered: string | undefined;
      const onList = (section: Element['section']): void => listed.begin(section);
      for await (const element of readElements(asUtf8(counted(open(file), report)), {
        onList,
        unreadableWords,
      })) {
        const read = element
          .mapErr((problem): readonly Unreadable[] => [problem])
          .andThen((found) =>
            isEntry(found)
              ? readEntry(found).andThen((entry) => unlessRepeated(entry, file, found.path, seen))
              : readOther(found, listed),
          );
        if (read.isErr()) {
          isRefused = true;
          for (const problem of read.error) report.problem(file, problem);
          continue;
        }
        if (read.value === undefined) continue;
        listed.entry(read.value);
        if (element.isOk() && isCovered(read.value)) covered ??= element.value.path;
        if (element.isOk()) {
          const { path } = element.value;
          for (const warning of warningsAbout(read.value, complete)) {
            report.warning(file, { ...warning, path: `${path}${warning.path}` });
          }
        }
        if (!isRefused) yield ok(read.value);
      }
      if (covered !== undefined && !listed.hasList) {
        isRefused = true;
        report.problem(file, { path: `${covered}.coverage`, what: WITHOUT_LIST });
      }
      listed.end();
    }
  } finally {
    seen.close();
  }
  if (isRefused) yield err({ type: 'ImportRefused' });
}

/** Learns of a feature, of what one depends on, of a definition that was deleted, or of how many there are. */
function readOther(found: Element, listed: ListedProjects) {
  switch (found.section) {
    case 'total':
      return ok(listed.pages.total(found.value));
    case 'dependencies':
      return readDependency(found).map((dependency) => listed.use.dependency(dependency));
    case 'deletedStrategies':
      return readDeleted(found).map((definition) => listed.deletedStrategy(definition));
    default:
      return readFeature(found).map((feature) => listed.feature(feature));
  }
}

const ENTRIES: ReadonlySet<Element['section']> = new Set<EntrySection>([
  'projects',
  'strategies',
  'changeRequests',
]);

const isEntry = (element: Element): element is Element & { readonly section: EntrySection } =>
  ENTRIES.has(element.section);

const isCovered = (entry: StateEntry | EndedEntry): boolean =>
  entry.kind === 'project' && entry.coverage?.kind === 'as-of';

const openFile: OpenFile = (file) => (file === '-' ? stdin : createReadStream(file));

/** Windows writes UTF-16. */
async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const encoding = isFirst ? encodingOf(chunk) : 'utf-8';
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true });
    isFirst &&= chunk.length === 0;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  // It throws if the last character is cut off.
  decoder?.decode();
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  report: ReadingReport,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    report.progress(chunk.length);
    yield chunk;
  }
}

function unlessRepeated(
  entry: StateEntry | EndedEntry,
  file: string,
  path: string,
  seen: ReturnType<typeof seenChangeRequests>,
): Result<StateEntry | EndedEntry, readonly Unreadable[]> {
  if (entry.kind !== 'scheduled' && entry.kind !== 'ended') return ok(entry);
  const { id } = entry.kind === 'scheduled' ? entry.changeRequest : entry;
  const project = projectOf(entry) ?? '';
  const first = seen.add(project, id, `${file}: ${path}`);
  if (first === undefined) return ok(entry);
  const what = `the change request ${id} of the project "${project}" is already at ${first}`;
  return err([{ path, what }]);
}

/** Remembers where each change request of an import was found, in a temporary file instead of in memory. */
function seenChangeRequests() {
  const database = new DatabaseSync('');
  database.exec(`
    pragma journal_mode = off;
    create table seen (
      project text not null, id integer not null, location text not null, primary key (project, id)
    ) strict, without rowid`);
  const add = database.prepare('insert into seen values (?, ?, ?) on conflict do nothing');
  const find = database.prepare('select location from seen where project = ? and id = ?');
  return {
    /** Returns the location of an earlier change request of the same project and id, if there is one. */
    add: (project: string, id: number, location: string): string | undefined =>
      add.run(project, id, location).changes === 1
        ? undefined
        : String(find.get(project, id)?.['location']),
    close: () => database.close(),
  };
}

/**
 * Learns which features the files of an import name, and of which projects they list the change requests. A list is of each
 * project that its file names; an empty one in a file that names none is of any one project.
 */
export class ListedProjects {
  /** The projects that the files name. */
  readonly named = new Set<string>();
  /** The features that the files name, by project, without those that are archived. */
  readonly features = new Map<string, string[]>();
  /** How these are used. */
  readonly use = new ListedUse();
  /** The strategy definitions that the files list as deleted. */
  readonly deleted: StrategyDefinition[] = [];
  /** Whether the files have all pages of their lists. */
  readonly pages = new ListedPages();
  readonly #listed = new Set<string>();
  /** Those that the current file names. */
  readonly #current = new Set<string>();
  /** Whether the current file has a list of change requests. */
  hasList = false;
  #emptyLists = 0;

  /** The current file has an entry. */
  entry(entry: StateEntry | EndedEntry): void {
    const project = projectOf(entry);
    if (project === undefined) return;
    this.named.add(project);
    this.#current.add(project);
    if (entry.kind !== 'project') this.pages.changeRequest(project);
  }

  /** The current file names a feature. */
  feature(feature: ReadFeature): undefined {
    const { name, project } = feature;
    this.use.feature(feature);
    this.pages.element(project);
    const known = this.features.get(project) ?? [];
    this.features.set(project, known);
    if (!isArchived(feature)) known.push(name);
  }

  /** The current file lists a definition as deleted. */
  deletedStrategy(definition: StrategyDefinition): undefined {
    this.deleted.push(definition);
  }

  /** A list of the current file begins. */
  begin(section: Element['section']): void {
    this.pages.begin(section);
    if (section === 'changeRequests') this.hasList = true;
    if (section === 'dependencies') this.use.hasDependencies = true;
  }

  /** The current file ends. */
  end(): void {
    this.use.end();
    this.pages.end();
    if (this.hasList) {
      for (const id of this.#current) this.#listed.add(id);
      if (this.#current.size === 0) this.#emptyLists += 1;
    }
    this.#current.clear();
    this.hasList = false;
  }

  /** Returns the projects whose change requests no file lists. */
  without(projectIds: Iterable<string>): readonly string[] {
    const left = [...new Set(projectIds)].filter((id) => !this.#listed.has(id));
    return left.length <= this.#emptyLists ? [] : left;
  }
}

/** The project of an entry; undefined for a strategy definition, which belongs to none. */
function projectOf(entry: StateEntry | EndedEntry): string | undefined {
  switch (entry.kind) {
    case 'project':
      return entry.project.id;
    case 'scheduled':
      return entry.changeRequest.project;
    case 'ended':
      return entry.projectId;
    case 'strategy':
      return undefined;
  }
}
