import type { Pool } from "pg";

const KEY = "last_backup";

export async function noteBackup(pool: Pool): Promise<void> {
  await pool.query(
    `insert into settings (key, value) values ($1, now()::text)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [KEY],
  );
}

export async function lastBackupAge(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ age: number }>(
    "select extract(epoch from now() - updated_at)::float as age from settings where key = $1",
    [KEY],
  );
  return rows[0]?.age ?? null;
}
