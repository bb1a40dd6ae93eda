/**
 * SQL that sets a connection's time limits in place of those that the server, the database or the role may have, which would
 * cut off work that takes long for good reason. As a statement, because poolers refuse these as parameters of a start.
 * @param statementMs after which the database itself ends a statement; 0 for never
 */
export const ownTimeLimits = (statementMs: number): string => `set statement_timeout = ${statementMs};
  select set_config(name, '0', false) from pg_settings where name in
    ('lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`;
