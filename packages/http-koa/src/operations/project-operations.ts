import type { Operation } from '../operation.ts';
import { projectIdSchema } from '../schemas/path-schemas.ts';
import { projectSchema, projectsSchema } from '../schemas/project-schema.ts';

const tag = 'Projects';

/** The projects: listed, added, deleted. */
export const projectOperations = {
  list: {
    id: 'getProjects',
    tag,
    summary: 'List the projects',
    description: 'Answers those that the key may search, in ascending byte order of id.',
    permission: 'NONE',
    path: {},
    answers: { 200: { description: 'The projects.', schema: projectsSchema } },
    errors: [],
  },
  register: {
    id: 'createProject',
    tag,
    summary: 'Add a project',
    description: 'There is nothing scheduled in it.',
    permission: 'ADMIN',
    path: {},
    body: projectSchema,
    answers: {
      201: { description: 'It was added.', schema: projectSchema, headers: ['Location'] },
    },
    errors: ['ProjectExists'],
  },
  remove: {
    id: 'deleteProject',
    tag,
    summary: 'Delete a project',
    description: 'Withdraws all of its scheduled change requests, too.',
    permission: 'ADMIN',
    path: { projectId: projectIdSchema },
    answers: { 200: { description: 'It was deleted.' } },
    errors: ['ProjectNotFound'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
