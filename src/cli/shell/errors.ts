/** Wrong usage: exit code 2, and the message without a stack. */
export class UsageError extends Error {}
