import type { CompiledQuery, DialectAdapter, Kysely, QueryResult } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** Stands for a value in a compiled query. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Makes a query that is compiled at its first use on each database: to build and compile one takes Kysely longer than
 * SQLite takes to run it.
 *
 * @param build must use the values as parameters only, and the same `dialect` for the same database
 */
export function compileOnce<Values extends object, Row, Dialect = undefined>(
  build: (db: Kysely<Tables>, values: Values, dialect: Dialect) => CompiledQuery<Row>,
): (db: Kysely<Tables>, values: Required<Values>, dialect: Dialect) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return (db, values, dialect) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db, placeholdersOf(values), dialect);
    compiled.set(adapter, query);
    return db.executeQuery({
      ...query,
      parameters: query.parameters.map((each) =>
        each instanceof Placeholder ? values[each.name as keyof Values] : each,
      ),
    });
  };
}

const placeholdersOf = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.keys(values).map((name) => [name, new Placeholder(name)]),
  ) as unknown as Values;
