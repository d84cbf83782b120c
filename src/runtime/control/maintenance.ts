/** The steps of a change of the secret in DATA_DIR: a new one signs, or former ones are no longer accepted. */
export type SecretStep = 'rotate' | 'finish';

/** The response to a step: done, or the number of stored secrets that need a former secret. */
export type SecretStepOutcome = { type: 'done' } | { type: 'needed'; secrets: number };

/** The response to an order to seal secrets: the number of rows, or the nodes whose release could not read them. */
export type SealingOutcome = { type: 'sealed'; rows: number } | { type: 'olderNodes'; nodes: string[] };
