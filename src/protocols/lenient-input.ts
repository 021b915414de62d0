import { z } from 'zod';
import { isObject } from '../commerce/json/is-object.ts';
import { hasMoreParts, MAX_REQUEST_PARTS } from '../commerce/json/json-parts.ts';
import { parseJson } from '../commerce/json/parse-json.ts';
import { trimText } from '../commerce/text/trim-text.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

export interface InputSchema {
  type?: string;
  properties?: Readonly<Record<string, InputSchema>>;
  required?: readonly string[];
  items?: InputSchema;
}

const schemas = new WeakMap<Endpoint, InputSchema>();

/** Returns the schema of an endpoint's input, built once. */
export function getInputSchema(endpoint: Endpoint): InputSchema {
  const existing = schemas.get(endpoint);
  if (existing) return existing;
  const schema = z.toJSONSchema(endpoint.input, { io: 'input' }) as InputSchema;
  schemas.set(endpoint, schema);
  return schema;
}

/** `json`: texts stand for objects and lists too, as some MCP clients send them. */
type TextForms = 'json' | 'plain';

/** Reads input as its sender meant it: serializers write null for no value, forms an empty text, MCP clients JSON in a text. */
export function readLeniently(schema: InputSchema, input: RawInput, texts: TextForms): RawInput {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(input).flatMap(([name, member]) => {
    const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!memberSchema) return [[name, member]];
    const isOptional = !required.includes(name) && !REFUSED_WITHOUT_VALUE.has(name);
    if (isOptional && isNothing(memberSchema, member)) return [];
    return [[name, readValue(memberSchema, member, texts)]];
  });
  return Object.fromEntries(members) as RawInput;
}

/** Members whose null is refused: a key without a value is no key, and a list without a value may stand for an empty one. */
const REFUSED_WITHOUT_VALUE = new Set(['idempotency_key', 'idempotency-key', 'line_items']);

/** A schema of several types may give null a meaning. */
function isNothing({ type }: InputSchema, value: unknown): boolean {
  if (value === null) return typeof type === 'string';
  return type === 'string' && typeof value === 'string' && trimText(value) === '';
}

function readValue(schema: InputSchema, input: unknown, texts: TextForms): unknown {
  const value = texts === 'json' && typeof input === 'string' ? parseText(schema, input) : input;
  const { items, properties } = schema;
  if (items && Array.isArray(value)) return value.map((entry) => readValue(items, entry, texts));
  return properties && isObject(value) ? readLeniently(schema, value, texts) : value;
}

function parseText({ type }: InputSchema, text: string): unknown {
  if (type === 'object' || type === 'array') return parseJsonText(text);
  return type === 'integer' && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : text;
}

/** Parses a text that is a JSON object or array; returns any other value. */
export function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || hasMoreParts(value, MAX_REQUEST_PARTS))
    return value;
  return parseJson(value) ?? value;
}
