import type { Operation } from '../operation.ts';
import { strategyNameSchema } from '../schemas/path-schemas.ts';
import {
  definitionSchema,
  definitionsSchema,
  newStrategySchema,
  strategyUpdateSchema,
} from '../schemas/strategy-schema.ts';

const tag = 'Strategies';
const ofOne = { name: strategyNameSchema };

/** The strategy definitions: listed, added, changed, deleted. */
export const strategyOperations = {
  list: {
    id: 'getAllStrategies',
    tag,
    summary: 'List the strategy definitions',
    description: 'Answers all of them, in ascending byte order of name.',
    permission: 'NONE',
    path: {},
    answers: { 200: { description: 'The definitions.', schema: definitionsSchema } },
    errors: [],
  },
  find: {
    id: 'getStrategy',
    tag,
    summary: 'Read one strategy definition',
    description: 'Answers the definition of this name.',
    permission: 'NONE',
    path: ofOne,
    answers: { 200: { description: 'The definition.', schema: definitionSchema } },
    errors: ['StrategyNotFound'],
  },
  register: {
    id: 'createStrategy',
    tag,
    summary: 'Add a strategy definition',
    description: 'Its name has 1 to 100 letters and digits of ASCII, or any of _ ~ . and -',
    permission: 'CREATE_STRATEGY',
    path: {},
    body: newStrategySchema,
    answers: {
      201: { description: 'It was added.', schema: definitionSchema, headers: ['Location'] },
    },
    errors: ['StrategyExists'],
  },
  update: {
    id: 'updateStrategy',
    tag,
    summary: 'Change a strategy definition',
    description: 'A text that is absent is taken away. A definition keeps its name.',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    body: strategyUpdateSchema,
    answers: { 200: { description: 'It was changed, or was the same.' } },
    errors: ['StrategyNotFound', 'StrategyNotEditable'],
  },
  deprecate: {
    id: 'deprecateStrategy',
    tag,
    summary: 'Deprecate a strategy definition',
    description: 'It stays as it is, but for its field "deprecated".',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    answers: { 200: { description: 'It is deprecated.' } },
    errors: ['StrategyNotFound', 'StrategyNotEditable'],
  },
  reactivate: {
    id: 'reactivateStrategy',
    tag,
    summary: 'Take back that a strategy definition is deprecated',
    description: 'It stays as it is, but for its field "deprecated".',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    answers: { 200: { description: 'It is not deprecated.' } },
    errors: ['StrategyNotFound', 'StrategyNotEditable'],
  },
  remove: {
    id: 'removeStrategy',
    tag,
    summary: 'Delete a strategy definition',
    description:
      'The event that records it has the whole definition. Whether features use it is not looked at. ' +
      'A built-in definition stays.',
    permission: 'DELETE_STRATEGY',
    path: ofOne,
    answers: { 200: { description: 'It was deleted.' } },
    errors: ['StrategyNotFound', 'StrategyNotEditable'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
