/** The group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The groups, as in Unleash. */
export const TAGS = {
  changeRequests: {
    name: 'Change Requests',
    description: 'Search, record and withdraw the scheduled change requests of a project.',
  },
  strategies: {
    name: 'Strategies',
    description: 'List, add, change and delete strategy definitions.',
  },
  projects: { name: 'Projects', description: 'List, add and delete projects.' },
  events: { name: 'Events', description: 'What changed, and who changed it.' },
  users: { name: 'Users', description: 'Who the caller is.' },
} as const satisfies Readonly<Record<string, Tag>>;
