/** What a domain looks like, subdomains included: brand.example. */
export const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** What is said of texts that are none. */
export const domainPatternText = 'Must be a domain such as brand.example';
