/** Imported before a service starts: its processes take the machine for one whose kernel shares no port among sockets. */
Object.defineProperty(process, 'platform', { value: 'darwin' });
