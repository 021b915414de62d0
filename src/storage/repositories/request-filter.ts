import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

export interface RequestFilter {
  statusClass?: '2xx' | '4xx' | '5xx';
  endpoint?: string;
  agent?: string;
  /** A part of the path, the error or an id. */
  text?: string;
}

/** What a logged call must be to pass the filter. */
export function conditions(
  row: ExpressionBuilder<Tables, 'request_log'>,
  { statusClass, endpoint, agent, text }: RequestFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (statusClass) {
    const from = Number(statusClass[0]) * 100;
    conditions.push(row('status', '>=', from), row('status', '<', from + 100));
  }
  if (endpoint !== undefined) conditions.push(row('endpoint', '=', endpoint));
  if (agent !== undefined) conditions.push(row('agent', '=', agent));
  if (text !== undefined && text !== '') {
    const ids = ['request_id', 'session_id', 'cart_id', 'order_id', 'id'] as const;
    conditions.push(
      row.or([
        ...ids.map((id) => row(id, '=', text)),
        ...(['path', 'error', 'tool'] as const).map((column) => contains(row.ref(column), text)),
      ]),
    );
  }
  return conditions;
}

/** Without case for ASCII, as both databases can; what a merchant types means itself. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
