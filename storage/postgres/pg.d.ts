/**
 * The part of `pg` that is used here. It is installed as a dependency of @langchain/langgraph-checkpoint-postgres,
 * which brings no types for it. Remove this file once @types/pg is installed.
 */
declare module "pg" {
  import type { EventEmitter } from "node:events";

  export interface QueryResult<Row> {
    readonly rows: Row[];
  }

  export interface PoolConfig {
    readonly connectionString: string;
    readonly max?: number;
    readonly connectionTimeoutMillis?: number;
    readonly query_timeout?: number;
    readonly keepAlive?: boolean;
    readonly application_name?: string;
  }

  export interface PoolClient extends EventEmitter {
    query<Row>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>;
    /** With `true` the connection is closed, not given back to the pool. */
    release(destroy?: boolean): void;
  }

  export class Pool extends EventEmitter {
    constructor(config: PoolConfig);
    connect(): Promise<PoolClient>;
    query<Row>(sql: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>;
    end(): Promise<void>;
  }

  const pg: { readonly Pool: typeof Pool };
  export default pg;
}
