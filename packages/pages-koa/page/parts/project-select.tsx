import { useProjects } from './project-names.tsx';

interface Props {
  /** The id of a project, or empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Chooses a project, or any that the key may read. */
export function ProjectSelect({ value, onChange }: Props) {
  const projects = useProjects() ?? [];
  return (
    <label>
      Project
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Any</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {value !== '' && !projects.some(({ id }) => id === value) && (
          <option value={value}>{value}</option>
        )}
      </select>
    </label>
  );
}
