/** Live projects, `project-0` and so on. */
export const projectsNamed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `project-${index}`,
    name: `Project ${index}`,
    coverage: { kind: 'live' as const },
  }));
