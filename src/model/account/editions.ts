/** The editions of the product beside the plain one: each shows what only its deployments have. */
export const editions = ['V2V', 'CTVMediaV2V'] as const;

/** An edition of the product. */
export type Edition = (typeof editions)[number];
