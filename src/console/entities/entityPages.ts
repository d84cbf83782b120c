/** The pages of entities, as the model knows them. */
export { pageFor, pageOf } from '#model/entityPages.ts';
