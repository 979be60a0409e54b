import type { ProjectsSchema } from '@forewarn/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The projects that the key may read. */
export type Projects = ProjectsSchema['projects'];

const Context = createContext<Projects | undefined>(undefined);

/** Provides the projects to the views. */
export const ProjectsProvider = Context.Provider;

/** The projects; undefined until they were read, or that failed. */
export const useProjects = (): Projects | undefined => useContext(Context);

/** Returns the name of a project, or its id until the name is known. */
export function useProjectName(id: string): string {
  const { name = '' } = useProjects()?.find((each) => each.id === id) ?? {};
  return name.trim() === '' ? id : name;
}
