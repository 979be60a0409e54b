// A sub-select hides the lengths of the arrays from the planner, so that it keeps one plan. Without it, Postgres plans
// every search again, which takes four times as long as the search.
/** The best search known for one project: `$1` the project, `$2` the kinds and `$3` the values of the targets. */
const SEARCH = `
  select c.id, c.environment, c.title
  from projects p
  left join change_requests c on c.project_id = p.id and c.id = any (array(
    select t.change_request_id
    from unnest((select $2::smallint[]), (select $3::text[])) as asked (kind, value)
    join touches t on t.project_id = $1 and t.kind = asked.kind and t.value = asked.value
  ))
  where p.id = $1
  order by c.id`;

/** Deletes the definition `$1` and records its event, by `$2`. */
const DELETE = `
  with removed as (
    delete from strategies where name = $1 and editable = 1 returning definition
  ), logged as (
    insert into events (type, created_by, pre_data)
    select 'strategy-deleted', $2::text, definition from removed
  )
  select exists (select from removed) as is_removed`;

const KINDS: Readonly<Record<string, number>> = { feature: 1, strategyId: 2, variantForFlag: 3 };

/** The prepared search for the targets of a query string. */
export function searchFor(project: string, query: string) {
  const asked = [...new URLSearchParams(query)].filter(([name]) => KINDS[name] !== undefined);
  const [kinds, values] = [asked.map(([name]) => KINDS[name]), asked.map(([, value]) => value)];
  return { name: 'search', text: SEARCH, values: [project, kinds, values] };
}

/** The prepared deletion of a definition. */
export const deletion = (name: string) => ({
  name: 'delete',
  text: DELETE,
  values: [name, 'bench'],
});

/** A row of the search: without an id, if there is only the project. */
interface FoundRow {
  readonly id: string | null;
  readonly environment: string;
  readonly title: string | null;
}

export const summariesIn = (rows: readonly FoundRow[]) =>
  rows
    .filter(({ id }) => id !== null)
    .map(({ id, environment, title }) =>
      title === null ? { id: Number(id), environment } : { id: Number(id), environment, title },
    );
