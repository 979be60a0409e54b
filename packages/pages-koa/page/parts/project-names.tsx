import type { ProjectsSchema } from '@forewarn/client';
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useSession } from '../api/session.ts';
import { useLoad } from '../api/use-load.ts';

/** The projects that the key may read. */
type Projects = ProjectsSchema['projects'];

const Context = createContext<Projects | undefined>(undefined);

const NONE: Projects = [];

/** Reads the projects for the views. Its children are not rendered again when it reads. */
export function ProjectsProvider({ children }: { readonly children: ComponentChildren }) {
  const { send } = useSession();
  const { value, failure } = useLoad<ProjectsSchema>('projects', (signal) =>
    send({ path: 'projects', signal }),
  );
  return (
    <Context.Provider value={value?.projects ?? (failure && NONE)}>{children}</Context.Provider>
  );
}

/** The projects; undefined until they were read, or that failed. */
export const useProjects = (): Projects | undefined => useContext(Context);

/** Whether the projects were read, and there are none. */
export function useHasNoProject(): boolean {
  const projects = useProjects();
  return projects?.length === 0 && projects !== NONE;
}

/** Returns how to name a project: by its name, or by its id until the name is known. */
export function useProjectNames(): (id: string) => string {
  const projects = useProjects();
  return (id) => {
    const { name = '' } = projects?.find((each) => each.id === id) ?? {};
    return name.trim() === '' ? id : name;
  };
}

/** Returns the name of a project, or its id until the name is known. */
export const useProjectName = (id: string): string => useProjectNames()(id);
