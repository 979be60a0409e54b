/** Who makes a request, once the authorizer knows. Its name is what events record. */
export interface Principal {
  readonly name: string;
}
