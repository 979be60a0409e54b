import type { Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { IS_LISTED, LISTING_PARTS } from './listing-statement.ts';
import type { ListingStatements } from './postgres-listing.ts';
import { bodiesOf, projectsOf } from './routed-rows.ts';
import { atOneMoment } from './routed-session.ts';

interface Row {
  readonly project_id: string;
  readonly id: number;
  /** The size of its JSON text. */
  readonly bytes: number;
}

// Each machine finds the first of its projects. One too many tells that there are more.
const statement = (touched: string): string => `
  select c.project_id, c.id, octet_length(c.body) as bytes
  from change_requests c ${touched}
  where c.project_id = any ($1::text[])
    and (c.scheduled_at, c.project_id, c.id) > ($2::bigint, $3::text collate "C", $4::bigint) and ${IS_LISTED}
  order by c.scheduled_at, c.project_id, c.id
  limit $10::int + 1`;

const LISTING = statement('');
const LISTING_OF_TOUCHES = statement(`
  join (
    select distinct t.project_id, t.change_request_id
    from unnest($11::smallint[], $12::text[]) as a (kind, value)
    join touches t on t.kind = a.kind and t.value = a.value
    where t.project_id = any ($1::text[])
  ) t on t.project_id = c.project_id and t.change_request_id = c.id`);

/** The statements for tables that are distributed by project. */
export const routedListing: ListingStatements = (db, parameters, hasTargets) =>
  atOneMoment(db, async (transaction) => {
    const [ids, limit, maxBytes] = [parameters[0], parameters[9], parameters[10]] as [
      readonly string[],
      number,
      number,
    ];
    const projects = await projectsOf(transaction, ids);
    const page = await pageOf(transaction, parameters, hasTargets);
    let bytes = 0;
    const whole = page.filter((row, index) => {
      bytes += row.bytes;
      return index === 0 || (index < limit && bytes <= maxBytes);
    });
    const texts = await bodiesOf(
      transaction,
      whole.map((row, position) => ({ ...row, position })),
    );
    const state = {
      part: LISTING_PARTS.state,
      no: page.length,
      list: projects.map(({ id, coverage }) => [id, coverage] as const),
      text: 'off',
    };
    return [state, ...texts.map(({ text }) => ({ part: LISTING_PARTS.body, text }))];
  });

async function pageOf(
  db: Kysely<Tables>,
  parameters: readonly unknown[],
  hasTargets: boolean,
): Promise<readonly Row[]> {
  const filter = [...parameters.slice(0, 10), ...parameters.slice(11)];
  const text = hasTargets ? LISTING_OF_TOUCHES : LISTING;
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, filter))).rows;
}
