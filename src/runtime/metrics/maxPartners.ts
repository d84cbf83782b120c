/** Partners with labels of their own, the first that are called; all others share `other`. In a process, and in a node. */
export const maxPartners = 100;
