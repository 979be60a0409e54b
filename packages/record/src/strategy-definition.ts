/** A parameter that each strategy of a definition takes. */
export interface StrategyParameter {
  readonly name: string;
  readonly type: 'string' | 'percentage' | 'list' | 'number' | 'boolean';
  readonly description: string;
  readonly required: boolean;
}

/** A strategy definition: a type of strategy, identified by its name. */
export interface StrategyDefinition {
  readonly name: string;
  readonly displayName?: string;
  readonly title?: string;
  readonly description?: string;
  readonly parameters: readonly StrategyParameter[];
  readonly deprecated: boolean;
  /** False for a built-in definition, which can't be changed or deleted. */
  readonly editable: boolean;
}

/** The updatable fields. An omitted text is kept; null or an empty text clears it. */
export interface DefinitionUpdate {
  readonly displayName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly parameters: readonly StrategyParameter[];
}

export type DefinitionChange =
  | { readonly kind: 'update'; readonly update: DefinitionUpdate }
  | { readonly kind: 'deprecate' }
  | { readonly kind: 'reactivate' };

/** Returns the length of a strategy definition's texts together, in UTF-16 code units. */
export function definitionLength(definition: DefinitionUpdate): number {
  const { displayName, title, description, parameters } = definition;
  const lengths = parameters.map(({ name, description: text }) => name.length + text.length);
  const texts = [displayName, title, description].map((text) => text?.length ?? 0);
  return [...texts, ...lengths].reduce((sum, length) => sum + length, 0);
}

/** The length of the JSON of a parameter and of a definition without their texts, at most. */
const [PARAMETER_LENGTH, REST_LENGTH] = [80, 200];

/** Returns about the length of a strategy definition in a list, as JSON. */
export const listedLength = (definition: DefinitionUpdate): number =>
  definitionLength(definition) + definition.parameters.length * PARAMETER_LENGTH + REST_LENGTH;
