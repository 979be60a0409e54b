import { UNSCHEDULED } from '@forewarn/core';

/** A row of the statement. */
export const LISTING_PARTS = { state: 0, body: 1 } as const;

/** The filters of a listing except its targets: `isListed` of `@forewarn/core` in SQL. Absent bounds let all through. */
const IS_LISTED = `
  ($5::text[] is null or c.environment = any ($5)) and ($6::text[] is null or c.status = any ($6))
  and c.scheduled_at >= $7 and c.scheduled_at < $8 and (c.has_trouble = 1 or c.scheduled_at < $9)`;

// A range of the index of each project. Those of a project before that of the cursor begin after its time.
const rangeOf = (limit: string, end = ''): string => `
  cross join lateral (
    select c.project_id, c.scheduled_at, c.id from change_requests c
    where c.project_id = s.id
      and (c.scheduled_at, c.id) > ($2::bigint, case
        when s.id > $3 then -1 when s.id = $3 then $4::bigint else ${Number.MAX_SAFE_INTEGER} end)
      ${end} and ${IS_LISTED}
    order by c.scheduled_at, c.id
    limit ${limit}
  ) c
  order by c.scheduled_at, c.project_id, c.id
  limit $10::int + 1`;

// A page has change requests of no more projects than it has change requests: those whose first ones come first. If there are
// as many, none on the page is later than the last of these.
const FROM_INDEX = `
  firsts as materialized (
    select s.id, c.scheduled_at from scope s ${rangeOf('1')}
  ), last as materialized (
    select case when count(*) > $10::int then max(scheduled_at) else ${UNSCHEDULED} end as time from firsts
  ), page as materialized (
    select c.* from firsts s ${rangeOf('$10::int + 1', 'and c.scheduled_at <= (select time from last)')}
  )`;

const FROM_TOUCHES = `
  touched as materialized (
    select distinct t.project_id, t.change_request_id
    from unnest((select $12::smallint[]), (select $13::text[])) as a (kind, value)
    join touches t on t.kind = a.kind and t.value = a.value and t.project_id = any ($1)
  ), page as materialized (
    select c.project_id, c.scheduled_at, c.id
    from touched t
    cross join lateral (
      select * from change_requests c where c.project_id = t.project_id and c.id = t.change_request_id offset 0
    ) c
    where (c.scheduled_at, c.project_id, c.id) > ($2::bigint, $3::text collate "C", $4::bigint) and ${IS_LISTED}
    order by c.scheduled_at, c.project_id, c.id
    limit $10::int + 1
  )`;

// The page has one change request too many, which tells that there are more.
const statement = (page: string): string =>
  `with scope as materialized (
    select id, coverage from projects where id = any ($1::text[])
  ), ${page}, sized as (
    select p.*, row_number() over places as position, sum((
      select octet_length(c.body) from change_requests c where c.project_id = p.project_id and c.id = p.id
    )) over places as bytes
    from page p
    window places as (order by p.scheduled_at, p.project_id, p.id)
  )
  select ${LISTING_PARTS.state} as part, (select count(*) from page) as no,
    (select json_agg(json_build_array(id, coverage) order by id) from scope) as list,
    current_setting('transaction_read_only') as text
  union all
  select ${LISTING_PARTS.body}, position, null, (
    select c.body from change_requests c where c.project_id = s.project_id and c.id = s.id
  )
  from sized s
  where position <= $10 and (position = 1 or bytes <= $11::bigint)
  order by 1, 2`.replaceAll(/\s+/g, ' ');

/** A page of a listing. */
export const LISTING = statement(FROM_INDEX);

/** A page of a listing of what touches certain targets. */
export const LISTING_OF_TOUCHES = statement(FROM_TOUCHES);
