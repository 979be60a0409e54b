import { useLayoutEffect, useRef } from 'preact/hooks';
import { currentRoute, hrefOf, replaceRoute, type Route } from '../app/route.ts';
import { Menu } from '../parts/menu.tsx';
import { ProjectSelect } from '../parts/project-select.tsx';
import type { Entry } from './entry.ts';
import { activeFilters, filtersIn, hrefWith, isOnlyAttention, searchIn } from './filters.ts';

interface Props {
  readonly route: Route;
  /** Their names complete what is typed. */
  readonly entries: readonly Entry[];
}

const STATUSES = [
  ['pending', 'Pending'],
  ['suspended', 'Suspended'],
  ['failed', 'Failed'],
] as const;

/** The filters. Each is a parameter of the URL. */
export function FilterBar({ route, entries }: Props) {
  const filters = filtersIn(route);
  const set = (name: string, text: string): void =>
    replaceRoute(hrefWith(currentRoute(), { [name]: text }));
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <TextFilter
        label="Search"
        hint="Title, owner, feature, id"
        value={searchIn(route)}
        known={[]}
        onChange={(text) => set('search', text)}
      />
      <ProjectSelect value={filters.project} onChange={(id) => set('project', id)} />
      <EnvironmentSelect
        value={filters.environment}
        read={entries.map(({ environment }) => environment)}
        onChange={(name) => set('environment', name)}
      />
      <TextFilter
        label="Feature"
        value={filters.feature}
        known={entries.flatMap(({ features }) => features)}
        onChange={(text) => set('feature', text)}
      />
      <Menu
        label="Status"
        value={filters.status}
        options={STATUSES}
        onChange={(status) => set('status', status)}
      />
      <label class="check" title="Failed, suspended, overdue, in doubt, or not as planned">
        <input
          type="checkbox"
          checked={isOnlyAttention(route)}
          onChange={(event) => set('needsAttention', event.currentTarget.checked ? 'true' : '')}
        />
        Only what needs attention
      </label>
      {activeFilters(route).length > 0 && (
        <a
          href={hrefOf(['timeline'], {
            scale: route.query.get('scale') ?? '',
            from: route.query.get('from') ?? '',
          })}
        >
          Clear filters
        </a>
      )}
    </form>
  );
}

interface EnvironmentSelectProps {
  /** Empty for all. */
  readonly value: string;
  /** Those of what was read last. A filter may have hidden others. */
  readonly read: readonly string[];
  readonly onChange: (name: string) => void;
}

/** Chooses an environment, of all that were read since the view was opened. */
function EnvironmentSelect({ value, read, onChange }: EnvironmentSelectProps) {
  const known = useRef<ReadonlySet<string>>(new Set());
  known.current = new Set([...known.current, ...read]);
  const options = [...known.current].toSorted().map((name) => [name, name] as const);
  return <Menu label="Environment" {...{ value, options, onChange }} />;
}

interface TextFilterProps {
  readonly label: string;
  /** What to type. */
  readonly hint?: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly onChange: (text: string) => void;
}

/** Maximum completions. */
const MAX_KNOWN = 200;
const PAUSE_MS = 400;

/** A text that is taken when its user pauses or leaves the field. */
function TextFilter({ label, hint = 'Any', value, known, onChange }: TextFilterProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const taken = useRef(value);
  const id = `known-${label}`;
  // An effect after the next frame could replace what is typed next.
  useLayoutEffect(() => {
    // Of another address, such as by Back. What is typed on stays.
    if (field.current === null || value === taken.current) return;
    field.current.value = value;
    taken.current = value;
  }, [value]);
  const take = (): void => {
    clearTimeout(timer.current);
    // A browser reports the change of a removed field, when its view was left.
    if (field.current === null) return;
    taken.current = field.current.value;
    onChange(taken.current);
  };

  return (
    <label>
      {label}
      <input
        ref={field}
        list={id}
        defaultValue={value}
        placeholder={hint}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(take, PAUSE_MS);
        }}
        onChange={take}
      />
      <datalist id={id}>
        {[...new Set(known)].slice(0, MAX_KNOWN).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
