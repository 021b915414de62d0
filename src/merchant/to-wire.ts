import type { z } from 'zod';
import { toSnakeCase } from '../commerce/text/snake-case.ts';

/** Copies the members that the schema names, and no others. */
export function toWire<Wire extends z.ZodObject>(
  wire: Wire,
  source: Parameters<typeof toSnakeCase<z.output<Wire>>>[1],
): z.output<Wire> {
  return toSnakeCase(Object.keys(wire.shape), source);
}
