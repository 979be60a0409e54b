import { timeSlices } from '@forewarn/platform';
import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import {
  type FoundPart,
  integer,
  type ReadDialect,
  type Tables,
  TARGET_KIND_CODES,
  type TouchesTable,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import {
  HAS_PLAN,
  MAX_PLANS,
  PLAN_CODES,
  PLANNED_KIND_CODES,
  type PlanPart,
} from './plan-codes.ts';

/** Maximum change requests, or targets, that a statement asks about. */
const MAX_ASKED = 500;

const KEY_COLUMNS = { position: 'bigint', project_id: 'text', id: 'bigint' } as const;

/** A target, and the change requests that plan something for it, the soonest first. */
interface PlannedTarget {
  readonly key: Pick<TouchesTable, 'kind' | 'value'>;
  effect: readonly ListingPlace[];
  dependency: readonly ListingPlace[];
}

/** A target of a change request. */
interface Touched {
  readonly target: PlannedTarget;
  /** Whether the change request has an effect on it. */
  readonly isChanged: boolean;
  /** Whether it becomes a parent. */
  readonly getsChild: boolean;
}

/** Change requests and those that affect them. */
interface WithCauses {
  readonly places: readonly ListingPlace[];
  /** The same, and all that decides their forecasts; undefined if a single one needs too many. */
  readonly all: readonly ListingPlace[] | undefined;
}

/** Finds what affects change requests. Each is one object here, and is read once. */
export class PlannedCauses {
  readonly #db: Kysely<Tables>;
  readonly #now: number;
  readonly #dialect: ReadDialect;
  readonly #pause: ReturnType<typeof timeSlices>;
  readonly #places = new Map<string, ListingPlace>();
  readonly #targets = new Map<string, PlannedTarget>();
  readonly #touched = new Map<ListingPlace, readonly Touched[]>();

  /** @param now what is planned for an earlier time affects nothing, in milliseconds since 1970 */
  constructor(
    db: Kysely<Tables>,
    now: number,
    dialect: ReadDialect,
    signal: AbortSignal | undefined,
  ) {
    this.#db = db;
    this.#now = now;
    this.#dialect = dialect;
    this.#pause = timeSlices(signal);
  }

  /** Returns those of the places that another change request may affect. */
  async affected(places: readonly ListingPlace[]): Promise<readonly ListingPlace[]> {
    const own = places.map((place) => this.#own(place));
    await this.#read(own);
    return own.filter((place) =>
      this.#touchedBy(place).some(
        ({ target: { effect, dependency }, isChanged }) =>
          effect.some((cause) => cause !== place && cause.scheduledAt <= place.scheduledAt) ||
          (isChanged &&
            dependency.some((cause) => cause !== place && cause.scheduledAt >= place.scheduledAt)),
      ),
    );
  }

  /**
   * Returns the first of the places, and all that decides their forecasts: as many places as make it at most `max` change
   * requests, but at least one.
   */
  async firstWithCauses(places: readonly ListingPlace[], max: number): Promise<WithCauses> {
    const own = places.map((place) => this.#own(place));
    for (let count = own.length; ; count = Math.ceil(count / 2)) {
      const some = own.slice(0, count);
      const all = await this.#withCauses(some, max);
      if (all !== undefined) return { places: some, all: [...all] };
      if (count <= 1) return { places: some, all };
    }
  }

  /**
   * Adds to change requests what affects them, and what affects an earlier one of these: whether that goes as planned matters.
   * Adds what changes a feature before its dependency is removed, too, or until its dependency affects one: whether that exists
   * matters. Returns nothing if there are more than `max`.
   */
  async #withCauses(
    places: readonly ListingPlace[],
    max: number,
  ): Promise<ReadonlySet<ListingPlace> | undefined> {
    const found = new Set(places);
    const forecast = new Set(places);
    const removals = new Set<ListingPlace>();
    const done = new Map<PlannedTarget, number>();
    const last = new Map<PlannedTarget, number>();
    for (let frontier = places; frontier.length > 0;) {
      await this.#read(frontier);
      const earlier: ListingPlace[] = [];
      for (const place of frontier) {
        for (const { target, isChanged } of this.#touchedBy(place)) {
          await this.#pause();
          const { scheduledAt } = place;
          last.set(target, Math.max(scheduledAt, last.get(target) ?? 0));
          let next = done.get(target) ?? 0;
          for (const cause of target.effect.slice(next)) {
            if (cause.scheduledAt > scheduledAt) break;
            found.add(cause);
            if (cause.scheduledAt === scheduledAt) continue;
            // Those of the same time are looked at again for a later one.
            next += 1;
            if (!forecast.has(cause)) earlier.push(cause);
            forecast.add(cause);
          }
          done.set(target, next);
          for (const cause of isChanged ? target.dependency : []) {
            found.add(cause);
            if (cause.scheduledAt > scheduledAt) removals.add(cause);
          }
          if (found.size > max) return undefined;
        }
      }
      frontier = earlier;
    }
    await this.#read([...removals]);
    const changing = [...removals].map((place) => ({ place, until: place.scheduledAt }));
    for (const place of forecast) {
      const parents = this.#touchedBy(place).filter(({ getsChild }) => getsChild);
      const until = Math.max(...parents.map(({ target }) => last.get(target) ?? 0));
      if (until > place.scheduledAt) changing.push({ place, until });
    }
    for (const { place, until } of changing) {
      await this.#pause();
      for (const cause of this.#changingBefore(place, until)) found.add(cause);
      if (found.size > max) return undefined;
    }
    return found;
  }

  /** Returns what has an effect on the targets that a change request changes, until a time. */
  #changingBefore(place: ListingPlace, until: number): readonly ListingPlace[] {
    return this.#touchedBy(place)
      .filter(({ isChanged }) => isChanged)
      .flatMap(({ target }) => target.effect)
      .filter(({ scheduledAt }) => scheduledAt <= until);
  }

  #touchedBy(place: ListingPlace): readonly Touched[] {
    return this.#touched.get(place) ?? [];
  }

  #own({ projectId, id, scheduledAt }: ListingPlace): ListingPlace {
    const key = `${id} ${projectId}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = { scheduledAt: integer(scheduledAt), projectId, id: integer(id) };
    this.#places.set(key, place);
    return place;
  }

  /** Reads the targets of change requests, and what is planned for these. */
  async #read(places: readonly ListingPlace[]): Promise<void> {
    const targets: PlannedTarget[] = [];
    const unread = places.filter((place) => !this.#touched.has(place));
    for (let start = 0; start < unread.length; start += MAX_ASKED) {
      targets.push(...(await this.#readTouches(unread.slice(start, start + MAX_ASKED))));
    }
    for (let start = 0; start < targets.length; start += MAX_ASKED) {
      const some = targets.slice(start, start + MAX_ASKED);
      await this.#readPlans('effect', some);
      const features = some.filter(({ key }) => key.kind === TARGET_KIND_CODES.feature);
      if (features.length > 0) await this.#readPlans('dependency', features);
    }
  }

  /** Returns the targets that are new. */
  async #readTouches(places: readonly ListingPlace[]): Promise<readonly PlannedTarget[]> {
    const { jsonRows, isOneOf } = this.#dialect;
    const keys = places.map(({ projectId, id }, position) => ({
      position,
      project_id: projectId,
      id,
    }));
    const projectIds = [...new Set(places.map(({ projectId }) => projectId))];
    const { rows } = await sql<
      Pick<TouchesTable, 'kind' | 'value' | 'plan'> & { position: number }
    >`
      select json_rows.position, t.kind, t.value, t.plan
      from ${jsonRows(JSON.stringify(keys), KEY_COLUMNS)} cross join touches t
      where t.project_id = json_rows.project_id and t.change_request_id = json_rows.id
        and t.kind in (${sql.join(PLANNED_KIND_CODES.map((code) => sql.lit(code)))})
        and ${isOneOf('t.project_id', projectIds)}`.execute(this.#db);
    const known = this.#targets.size;
    const touched = places.map((): Touched[] => []);
    for (const { position, kind, value, plan } of rows) {
      await this.#pause();
      const isChanged = (plan & PLAN_CODES.effect) !== 0;
      const getsChild = (plan & PLAN_CODES.child) !== 0;
      touched[integer(position)]?.push({
        target: this.#target(kind, value),
        isChanged,
        getsChild,
      });
    }
    for (const [position, place] of places.entries()) {
      this.#touched.set(place, touched[position] ?? []);
    }
    return [...this.#targets.values()].slice(known);
  }

  #target(kind: number, value: string): PlannedTarget {
    const key = `${kind} ${value}`;
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const target: PlannedTarget = { key: { kind, value }, effect: [], dependency: [] };
    this.#targets.set(key, target);
    return target;
  }

  async #readPlans(part: PlanPart, targets: readonly PlannedTarget[]): Promise<void> {
    const asked = {
      targets: targets.map(({ key }, no) => ({ no, ...key })),
      where: sql`${HAS_PLAN[part]} and t.scheduled_at >= ${this.#now}`,
      limit: MAX_PLANS[part],
    };
    for await (const { no, found } of this.#dialect.soonestTouching(this.#db, asked)) {
      await this.#pause();
      const target = targets[integer(no)];
      if (target === undefined) continue;
      target[part] = found
        .map((each) => this.#placeOf(each))
        .toSorted(compareListingPlaces)
        .slice(0, MAX_PLANS[part]);
    }
  }

  #placeOf([projectId, id, scheduledAt]: FoundPart['found'][number]): ListingPlace {
    return this.#own({ projectId, id, scheduledAt });
  }
}
