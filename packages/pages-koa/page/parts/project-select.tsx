import { Menu } from './menu.tsx';
import { useProjects } from './project-names.tsx';

interface Props {
  /** The id of a project, or empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Chooses a project, or any that the key may read. */
export function ProjectSelect(props: Props) {
  const projects = useProjects() ?? [];
  return <Menu label="Project" options={projects.map(({ id, name }) => [id, name])} {...props} />;
}
