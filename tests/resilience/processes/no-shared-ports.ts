/** Imported before a service starts: makes its processes see a kernel without SO_REUSEPORT. */
Object.defineProperty(process, 'platform', { value: 'darwin' });
