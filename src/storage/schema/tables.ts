import type { AccountTables } from './account-tables.ts';
import type { CatalogTables } from './catalog-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { OperationTables } from './operation-tables.ts';
import type { ShoppingTables } from './shopping-tables.ts';

/**
 * Row types of the database as the last migration leaves it. Both databases hold identical rows: instants are ISO text in UTC,
 * booleans 0/1, money integers in minor units, JSON text.
 */
export interface Tables extends ShoppingTables, CatalogTables, AccountTables, OperationTables, EventTables {}
