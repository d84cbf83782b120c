/** The side of the business that the console shows. */
export type Mode = 'ssp' | 'dsp';
