/** The editions of the product besides the plain one. Each has fields that only its deployments show. */
export const editions = ['V2V', 'CTVMediaV2V'] as const;

export type Edition = (typeof editions)[number];
