/** Pattern of a domain, including subdomains: brand.example. */
export const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export const domainPatternText = 'Must be a domain such as brand.example';
