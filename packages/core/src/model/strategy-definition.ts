/** The types that a parameter of a strategy definition can have. */
export type StrategyParameterType = 'string' | 'percentage' | 'list' | 'number' | 'boolean';

/** A parameter that each strategy of a definition takes. */
export interface StrategyParameter {
  readonly name: string;
  readonly type: StrategyParameterType;
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
