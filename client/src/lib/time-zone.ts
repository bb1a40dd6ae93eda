/** Where this device is, such as 'Europe/Berlin'. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
